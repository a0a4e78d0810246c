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
