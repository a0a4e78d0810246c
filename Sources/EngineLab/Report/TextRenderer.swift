/// Writes a report as plain text for a terminal or a file.
///
/// Pure: the same report gives the same text. Text from files and scenarios appears with its control characters made
/// visible.
package enum TextRenderer {
  /// The whole report, ending with a line feed.
  ///
  /// Timelines and final states that all engines share appear once, under no engine's name.
  package static func render(_ report: LabReport) -> String {
    var sections = [header(report)]
    let runs = report.runs
    if runs.allSatisfy({ $0.events == runs[0].events }) {
      sections += runs.prefix(1).map { timeline($0, time: report.time, name: nil) }
    } else {
      sections += runs.map { timeline($0, time: report.time, name: $0.engine) }
    }
    if runs.allSatisfy({ $0.finalState == runs[0].finalState }) {
      sections += runs.prefix(1).flatMap { finalState($0.finalState, name: nil) }
    } else {
      sections += runs.flatMap { finalState($0.finalState, name: $0.engine) }
    }
    if !runs.isEmpty { sections.append(totals(runs)) }
    sections.append(agreement(report.agreement))
    return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func header(_ report: LabReport) -> [String] {
    let clock =
      switch report.time {
      case .virtual: "virtual time"
      case .real: "real time"
      }
    return [report.title.printable, "\(report.setting.printable), \(clock)"]
  }

  private static func timeline(_ run: RunReport, time: LabReport.TimeKind, name: String?) -> [String] {
    let places =
      switch time {
      case .virtual: TimeText.places(for: run.events.lazy.map(\.time))
      case .real: 3
      }
    let times = run.events.map { TimeText.seconds($0.time, places: places) }
    let width = times.map(\.count).max() ?? 0
    let lines = zip(times, run.events).map { "  \($0.padded(to: width))  \($1.text.printable)" }
    return [heading("Timeline", name)] + (lines.isEmpty ? ["  no events"] : lines)
  }

  private static func finalState(_ state: FinalState, name: String?) -> [[String]] {
    let width = state.rows.map(\.label.count).max() ?? 0
    let rows = state.rows.map { "  \($0.label.filled(to: width))  \($0.value.printable)" }
    let sections = rows.isEmpty ? [] : [[heading("Final state", name)] + rows]
    return sections
      + state.lists.filter { !$0.items.isEmpty }.map { list in
        ["\(heading(list.title, name)): \(list.note)"] + list.items.map { "  \($0.printable)" }
      }
  }

  private static func totals(_ runs: [RunReport]) -> [String] {
    var columns = ["engine", "actions", "started", "finished", "failed", "cancelled", "dropped"]
    let hasStreams = runs.contains { $0.totals.mostWaiting != nil }
    if hasStreams { columns.append("most waiting") }
    let rows = runs.map { run in
      let totals = run.totals
      let numbers = [
        totals.actions, totals.started, totals.finished, totals.failed, totals.cancelled, totals.dropped,
      ]
      let waiting = hasStreams ? [totals.mostWaiting.map(String.init) ?? "-"] : []
      return [run.engine.printable] + numbers.map(String.init) + waiting
    }
    let table = [columns] + rows
    let widths = columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { row in
      let numbers = zip(row, widths).dropFirst().map { $0.padded(to: $1) }
      return "  " + ([row[0].filled(to: widths[0])] + numbers).joined(separator: "  ")
    }
    return ["Totals (actions, then effects)"] + lines
  }

  private static func agreement(_ agreement: Agreement) -> [String] {
    switch agreement {
    case .empty: ["No engine ran."]
    case .single: ["One engine ran; nothing to compare it with."]
    case .agree: ["All engines agree."]
    case .differ(let differences): ["The engines disagree."] + differences.map { "  \($0)" }
    }
  }

  private static func heading(_ title: String, _ engine: String?) -> String {
    engine.map { "\(title) of \($0.printable)" } ?? title
  }
}
