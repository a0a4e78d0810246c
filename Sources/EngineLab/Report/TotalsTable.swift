/// The totals of all engines as a table, a line for each.
///
/// Columns that no engine has anything for are left out.
enum TotalsTable {
  private struct Column {
    let title: String
    /// The cell of a run, with its style.
    let cell: (RunReport) -> (text: String, style: TextStyle?)
  }

  /// Writes the table.
  ///
  /// - Returns: The lines, the headings first, without line feeds.
  static func lines(of report: LabReport, _ styler: TextStyler) -> [String] {
    let columns = columns(of: report)
    let cells = report.runs.map { run in columns.map { $0.cell(run) } }
    let widths = columns.indices.map { index in
      max(columns[index].title.count, cells.map { $0[index].text.count }.max() ?? 0)
    }
    func line(_ cells: [(text: String, style: TextStyle?)]) -> String {
      // Names stand on the left, and those of the last column need nothing behind them; numbers stand on the right.
      let padded = cells.indices.map { index in
        let cell = cells[index]
        let text =
          if index == 0 {
            cell.text.filled(to: widths[index])
          } else if columns[index].title == agreesWith {
            cell.text
          } else {
            cell.text.padded(to: widths[index])
          }
        return cell.style.map { styler.text(text, $0) } ?? text
      }
      return "  " + padded.joined(separator: "  ")
    }
    return ([columns.map { ($0.title, TextStyle.faint) }] + cells).map(line)
  }

  private static let agreesWith = "agrees with"

  private static func columns(of report: LabReport) -> [Column] {
    let runs = report.runs
    var columns = [
      Column(title: "engine") { ($0.engine.printable, nil) },
      number("actions", \.actions),
      number("started", \.started),
      number("ended", \.ended),
      number("finished", \.finished),
      number("failed", \.failed, .bad),
      number("cancelled", \.cancelled),
      number("dropped", \.dropped),
    ]
    if runs.contains(where: { $0.totals.mostWaiting != nil }) {
      columns.append(Column(title: "most waiting") { ($0.totals.mostWaiting.map(String.init) ?? "-", nil) })
    }
    if runs.contains(where: { $0.cost.jobs != nil }) {
      columns.append(Column(title: "jobs") { ($0.cost.jobs.map(String.init) ?? "-", nil) })
    }
    if runs.contains(where: { $0.cost.time != nil }) {
      columns.append(Column(title: "time") { ($0.cost.time.map(time) ?? "-", nil) })
    }
    if runs.count > 1 {
      columns.append(Column(title: agreesWith) { agreement(of: $0, in: report) })
    }
    return columns
  }

  private static func number(
    _ title: String,
    _ value: @escaping (RunTotals) -> Int,
    _ style: TextStyle? = nil
  ) -> Column {
    Column(title: title) { run in
      let number = value(run.totals)
      return (String(number), number == 0 ? nil : style)
    }
  }

  private static func agreement(of run: RunReport, in report: LabReport) -> (String, TextStyle?) {
    let peers = report.peers(of: run)
    if peers.count == report.runs.count - 1 { return ("all", .good) }
    return (peers.isEmpty ? "none" : peers.map(\.printable).joined(separator: ", "), .bad)
  }

  /// In milliseconds with one digit after the point: finer differences are noise.
  private static func time(_ time: Duration) -> String {
    let tenths = (time.wholeNanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)ms"
  }
}
