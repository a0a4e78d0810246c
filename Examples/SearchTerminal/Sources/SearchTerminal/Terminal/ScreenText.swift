/// The size of a terminal.
struct ScreenSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

/// The text of the screen for the states of the stores, as plain lines.
struct ScreenText: Equatable, Sendable {
  let lines: [String]
  /// The column of the cursor in the first line.
  let cursor: Int

  init(prompt: Prompt, results: ResultList, preview: [String] = [], size: ScreenSize) {
    let label = "Search: "
    let preview = preview.isEmpty ? [] : ["─────"] + preview
    // The prompt, the status and the help take a line each.
    let space = max(0, size.rows - 3 - preview.count)
    // The selected hit stays in sight.
    let first = max(0, results.selection - space + 1)
    let rows = results.finding.hits.enumerated().dropFirst(first).prefix(space).map { index, hit in
      (index == results.selection ? "▶ " : "  ") + hit.description
    }
    let help =
      switch prompt.focus {
      case .text: "Enter: to the results   Ctrl-U: clear   Ctrl-Z: undo   Ctrl-C: quit"
      case .results: "↑ ↓: select   / or Esc: to the text   q: quit"
      }
    let body = Array(rows) + preview
    let filler = Array(repeating: "", count: max(0, size.rows - 3 - body.count))
    lines = ([label + prompt.text, results.finding.status] + body + filler + [help])
      .prefix(size.rows).map { $0.fitted(to: size.columns) }
    cursor = min(label.count + prompt.text.count, max(0, size.columns - 1))
  }
}

extension Hit: CustomStringConvertible {
  var description: String { "\(path):\(line): \(text)" }
}

extension Finding {
  /// The progress of the search, in a line.
  var status: String {
    if let failure { return "Failed: \(failure)" }
    if query.isEmpty { return "Type to search." }
    let count = "\(hits.count) \(hits.count == 1 ? "hit" : "hits") in \(filesRead) \(filesRead == 1 ? "file" : "files")"
    return isComplete ? count : "Searching… \(count)"
  }
}

extension String {
  /// The text without characters that would move the cursor, cut to a number of columns.
  fileprivate func fitted(to columns: Int) -> String {
    let printable = map { $0 == "\t" ? " " : $0.isControl ? "·" : $0 }
    return printable.count <= columns ? String(printable) : String(printable.prefix(max(0, columns - 1))) + "…"
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
