/// A line that contains the query.
package struct SearchHit: Equatable, Sendable, CustomStringConvertible {
  /// The path of the file as reports show it.
  package let path: String

  /// The line, counted from 1.
  package let line: Int

  /// The line without white space around it, cut to 100 characters.
  package let text: String

  /// Creates a hit.
  package init(path: String, line: Int, text: String) {
    self.path = path
    self.line = line
    self.text = text
  }

  /// The hit on one line, as in `Sources/StoreCore/Store.swift:12: final class Store`.
  package var description: String {
    "\(path.printable):\(line): \(text.printable)"
  }

  /// A line without white space around it, cut to 100 characters, the last of them an ellipsis.
  package static func excerpt(of line: Substring) -> String {
    var line = line.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    return line.dropFirst(100).isEmpty ? String(line) : line.prefix(99) + "…"
  }
}
