import Foundation

/// A line of a file in which a query was found.
struct Hit: Hashable, Identifiable, Sendable {
  let path: String
  /// The number of the line, from 1.
  let line: Int
  let text: String

  var id: Self { self }

  /// The lines of a text that contain a query, whatever its case.
  static func all(of query: String, path: String, text: String) -> [Hit] {
    guard text.range(of: query, options: .caseInsensitive) != nil else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      guard line.range(of: query, options: .caseInsensitive) != nil else { return nil }
      return Hit(path: path, line: index + 1, text: line.trimmingCharacters(in: .whitespaces))
    }
  }
}
