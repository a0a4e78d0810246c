/// Writes a report as plain text for a terminal or a file.
///
/// Pure: the same report and styler give the same text. Text from files and scenarios appears with its control characters made
/// visible.
enum TextRenderer {
  /// The whole report, ending with a line feed.
  ///
  /// Timelines and final states that all engines share appear once, under no engine's name.
  ///
  /// - Parameters:
  ///   - report: What to write.
  ///   - styler: Gives the text its colours.
  /// - Returns: The text.
  static func render(_ report: LabReport, styler: TextStyler = .plain) -> String {
    var sections = [header(report, styler)]
    if !report.changes.isEmpty {
      sections.append([styler.text("Changes", .heading)] + report.changes.map { "  " + $0.printable })
    }
    let runs = report.runs
    if runs.allSatisfy({ $0.events == runs[0].events }) {
      sections += runs.prefix(1).map { timeline($0, time: report.time, name: nil, styler) }
    } else {
      sections += runs.map { timeline($0, time: report.time, name: $0.engine, styler) }
    }
    if runs.allSatisfy({ $0.finalState == runs[0].finalState }) {
      sections += runs.prefix(1).flatMap { finalState($0.finalState, name: nil, styler) }
    } else {
      sections += runs.flatMap { finalState($0.finalState, name: $0.engine, styler) }
    }
    if !runs.isEmpty {
      let title = styler.text("Totals (actions, then effects)", .heading)
      sections.append([title] + TotalsTable.lines(of: report, styler))
    }
    sections.append(agreement(report, styler))
    return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func header(_ report: LabReport, _ styler: TextStyler) -> [String] {
    let clock =
      switch report.time {
      case .virtual: "virtual time"
      case .real: "real time"
      }
    return [styler.text(report.title.printable, .heading), "\(report.setting.printable), \(clock)"]
  }

  private static func timeline(
    _ run: RunReport,
    time: LabReport.TimeKind,
    name: String?,
    _ styler: TextStyler
  ) -> [String] {
    let places =
      switch time {
      case .virtual: TimeText.places(for: run.events.lazy.map(\.time))
      case .real: 3
      }
    let times = run.events.map { TimeText.seconds($0.time, places: places) }
    let width = times.map(\.count).max() ?? 0
    let lines = zip(times, run.events).map { time, event in
      "  \(styler.text(time.padded(to: width), .faint))  \(event.text.printable)"
    }
    return [heading("Timeline", name, styler)] + (lines.isEmpty ? ["  no events"] : lines)
  }

  private static func finalState(_ state: FinalState, name: String?, _ styler: TextStyler) -> [[String]] {
    let width = state.rows.map(\.label.count).max() ?? 0
    let rows = state.rows.map { "  \($0.label.filled(to: width))  \($0.value.printable)" }
    let sections = rows.isEmpty ? [] : [[heading("Final state", name, styler)] + rows]
    return sections
      + state.lists.filter { !$0.items.isEmpty }.map { list in
        ["\(heading(list.title, name, styler)): \(list.note)"] + list.items.map { "  \($0.printable)" }
      }
  }

  private static func agreement(_ report: LabReport, _ styler: TextStyler) -> [String] {
    switch report.agreement {
    case .empty:
      return ["No engine ran."]
    case .single:
      return ["One engine ran; nothing to compare it with."]
    case .agree:
      return [styler.text("All engines agree.", .good)]
    case .differ:
      let lines = [styler.text("The engines disagree.", .bad)] + report.differences.map { "  \($0)" }
      guard let first = report.firstDifference else { return lines }
      return lines + ["First at \(first.time.shortText): \(first.subject.printable)."]
    }
  }

  private static func heading(_ title: String, _ engine: String?, _ styler: TextStyler) -> String {
    styler.text(engine.map { "\(title) of \($0.printable)" } ?? title, .heading)
  }
}

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
