import Synchronization

/// A text file, prepared for searching.
final class SearchFile: Sendable {
  /// The path as reports show it: `Sources/StoreCore/Store.swift`.
  let path: String
  let text: String
  /// The lines of the text in lower case, without their line feeds.
  private let lines: [[UInt8]]
  private let originals: [Substring]
  /// Earlier results: an exploration has the same queries in each schedule.
  private let found = Mutex<[String: [SearchHit]]>([:])

  init(path: String, text: String) {
    self.path = path
    self.text = text
    // Lower case keeps line feeds, so line numbers agree with the text's own.
    lines = Array(text.lowercased().utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
    originals = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Finds the lines that contain a query, whatever the case of either; an empty query has no hits.
  ///
  /// Lower-case forms are compared scalar by scalar; a line counts once, however often it contains the query.
  func hits(for query: String) -> [SearchHit] {
    if let hits = found.withLock({ $0[query] }) { return hits }
    let needle = Array(query.lowercased().utf8)
    let places = needle.isEmpty ? [] : lines.indices.filter { lines[$0].contains(needle) }
    let hits = places.map { SearchHit(path: path, line: $0 + 1, text: SearchHit.excerpt(of: originals[$0])) }
    found.withLock { $0[query] = hits }
    return hits
  }
}

extension SearchFile: Equatable {
  static func == (first: SearchFile, second: SearchFile) -> Bool {
    first.path == second.path && first.text == second.text
  }
}

/// A line that contains the query.
struct SearchHit: Equatable, Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let text: String

  /// The hit on one line, as in `Sources/StoreCore/Store.swift:12: final class Store`.
  var description: String { "\(path.printable):\(line): \(text.printable)" }

  /// Returns a line without white space around it, cut to 100 characters, the last of them an ellipsis.
  static func excerpt(of line: Substring) -> String {
    var line = line.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    return line.dropFirst(100).isEmpty ? String(line) : line.prefix(99) + "…"
  }
}
