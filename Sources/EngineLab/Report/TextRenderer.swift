/// A renderer of reports as plain text for a terminal or a file, with control characters made visible.
struct TextRenderer {
  private let report: LabReport
  private let styler: TextStyler

  /// Returns the whole report, ending with a line feed.
  ///
  /// Timelines and final states that all engines share appear once, without an engine's name.
  static func render(_ report: LabReport, styler: TextStyler = .plain) -> String {
    TextRenderer(report: report, styler: styler).sections.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var sections: [[String]] {
    var sections = [header]
    if !report.changes.isEmpty { sections.append([heading("Changes")] + report.changes.map { "  " + $0.printable }) }
    sections += once(of: \.events, timeline)
    sections += once(of: \.finalState, finalState).flatMap { $0 }
    if !report.runs.isEmpty { sections.append([heading("Totals (actions, then effects)")] + totals) }
    return sections + [agreement]
  }

  /// Returns what is shown of each run; only of the first if all have the same.
  private func once<Part: Equatable, Shown>(
    of part: (RunReport) -> Part,
    _ show: (RunReport, _ name: String?) -> Shown
  ) -> [Shown] {
    let runs = report.runs
    if runs.allSatisfy({ part($0) == part(runs[0]) }) { return runs.prefix(1).map { show($0, nil) } }
    return runs.map { show($0, $0.engine) }
  }

  private var header: [String] {
    let clock = report.time == .virtual ? "virtual time" : "real time"
    return [heading(report.title.printable), "\(report.setting.printable), \(clock)"]
  }

  private func timeline(_ run: RunReport, name: String?) -> [String] {
    let places = report.time == .virtual ? TimeText.places(for: run.events.lazy.map(\.time)) : 3
    let times = run.events.map { TimeText.seconds($0.time, places: places) }
    let width = times.map(\.count).max() ?? 0
    let lines = zip(times, run.events).map { time, event in
      "  \(styler.text(time.padded(to: width), .faint))  \(event.text.printable)"
    }
    return [heading("Timeline", name)] + (lines.isEmpty ? ["  no events"] : lines)
  }

  private func finalState(_ run: RunReport, name: String?) -> [[String]] {
    let state = run.finalState
    let width = state.rows.map(\.label.count).max() ?? 0
    let rows = state.rows.map { "  \($0.label.filled(to: width))  \($0.value.printable)" }
    let lists = state.lists.filter { !$0.items.isEmpty }.map { list in
      ["\(heading(list.title, name)): \(list.note.printable)"] + list.items.map { "  \($0.printable)" }
    }
    return rows.isEmpty ? lists : [[heading("Final state", name)] + rows] + lists
  }

  private var agreement: [String] {
    switch report.agreement {
    case .empty: return ["No engine ran."]
    case .single: return ["One engine ran; nothing to compare it with."]
    case .agree: return [styler.text("All engines agree.", .good)]
    case .differ:
      let lines = [styler.text("The engines disagree.", .bad)] + report.differences.map { "  \("\($0)".printable)" }
      guard let first = report.firstDifference else { return lines }
      return lines + ["First at \(first.time.shortText): \(first.subject.printable)."]
    }
  }

  private func heading(_ title: String, _ engine: String? = nil) -> String {
    styler.text(engine.map { "\(title) of \($0.printable)" } ?? title, .heading)
  }
}

extension TextRenderer {
  private typealias Cell = TextColumns.Cell

  /// The totals of all engines as a table, a line for each; columns without any value are left out.
  private var totals: [String] {
    var columns: [[Cell]] = []
    func add(_ title: String, isNumber: Bool = true, _ cell: (RunReport) -> Cell?) {
      let cells = report.runs.map(cell)
      if cells.allSatisfy({ $0 == nil }) { return }
      let column = [Cell(text: title, style: .faint)] + cells.map { $0 ?? Cell(text: "-") }
      columns.append(column.map { Cell(text: $0.text, style: $0.style, isNumber: isNumber) })
    }
    add("engine", isNumber: false) { Cell(text: $0.engine.printable) }
    for (index, title) in RunTotals().numbers.map(\.key).enumerated() {
      add(title) { run in
        let number = run.totals.numbers[index].value
        return Cell(text: "\(number)", style: title == "failed" && number > 0 ? .bad : nil)
      }
    }
    add("most waiting") { $0.totals.mostWaiting.map { Cell(text: "\($0)") } }
    add("jobs") { $0.cost.jobs.map { Cell(text: "\($0)") } }
    add("time") { $0.cost.time.map { Cell(text: milliseconds($0)) } }
    if report.runs.count > 1 { add("agrees with", isNumber: false, peers) }
    let rows = (0...report.runs.count).map { row in columns.map { $0[row] } }
    return TextColumns.lines(rows, styler: styler).map { "  " + $0 }
  }

  private func peers(of run: RunReport) -> Cell {
    let peers = report.peers(of: run)
    if report.differsOnlyOnTheWay { return Cell(text: "all, but not after each step", style: .bad) }
    if peers.count == report.runs.count - 1 { return Cell(text: "all", style: .good) }
    return Cell(text: peers.isEmpty ? "none" : peers.map(\.printable).joined(separator: ", "), style: .bad)
  }

  /// Returns milliseconds with one digit after the point: finer differences are noise.
  private func milliseconds(_ time: Duration) -> String {
    let tenths = (time.wholeNanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)ms"
  }
}
