/// Writes a report as plain text for a terminal or a file.
///
/// Pure: the same report gives the same text. Text from files and scenarios appears with its control characters made
/// visible.
package enum TextRenderer {
  /// The whole report, ending with a line feed.
  ///
  /// Timelines and results that all engines share appear once, under no engine's name.
  package static func render(_ report: LabReport) -> String {
    var sections = [header(report)]
    let runs = report.runs
    if runs.allSatisfy({ $0.events == runs[0].events }) {
      sections += runs.prefix(1).map { timeline($0, time: report.time, name: nil) }
    } else {
      sections += runs.map { timeline($0, time: report.time, name: $0.engine) }
    }
    if runs.allSatisfy({ hasSameResult($0, runs[0]) }) {
      sections += runs.prefix(1).flatMap { result($0, name: nil) }
    } else {
      sections += runs.flatMap { result($0, name: $0.engine) }
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
    return [
      report.title.printable,
      "Folder \(report.folder.printable), \(report.files.counting("text file")), \(clock)",
    ]
  }

  private static func timeline(_ run: RunReport, time: LabReport.TimeKind, name: String?) -> [String] {
    let places =
      switch time {
      case .virtual: TimeText.places(for: run.events.lazy.map(\.time))
      case .real: 3
      }
    let times = run.events.map { TimeText.seconds($0.time, places: places) }
    let width = times.map(\.count).max() ?? 0
    let lines = zip(times, run.events).map { "  \(padded($0, to: width))  \($1.kind.text)" }
    return [heading("Timeline", name)] + (lines.isEmpty ? ["  no events"] : lines)
  }

  private static func result(_ run: RunReport, name: String?) -> [[String]] {
    let query = run.query.isEmpty ? "an empty field" : "\"\(run.query.printable)\""
    let shown = run.hits.count < run.totalHits ? ", the first \(run.hits.count)" : ""
    let lines = run.hits.map { "  \($0)" }
    var sections = [[heading("Hits", name) + ": \(run.totalHits) for \(query)\(shown)"] + lines]
    if !run.skipped.isEmpty {
      let lines = run.skipped.map { "  \($0)" }
      sections.append([heading("Skipped", name) + ": \(run.skipped.count.counting("file"))"] + lines)
    }
    return sections
  }

  private static func hasSameResult(_ run: RunReport, _ other: RunReport) -> Bool {
    run.query == other.query && run.hits == other.hits && run.totalHits == other.totalHits
      && run.skipped == other.skipped
  }

  private static func totals(_ runs: [RunReport]) -> [String] {
    let columns = ["engine", "actions", "started", "finished", "failed", "cancelled", "dropped"]
    let rows = runs.map { run in
      let totals = run.totals
      let numbers = [
        totals.actions, totals.started, totals.finished, totals.failed, totals.cancelled, totals.dropped,
      ]
      return [run.engine.printable] + numbers.map(String.init)
    }
    let table = [columns] + rows
    let widths = columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { row in
      let name = row[0] + String(repeating: " ", count: widths[0] - row[0].count)
      let numbers = zip(row, widths).dropFirst().map { padded($0, to: $1) }
      return "  " + ([name] + numbers).joined(separator: "  ")
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

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: width - text.count) + text
  }
}
