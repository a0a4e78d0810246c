/// What is wrong with a scenario file, and where.
package struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the file, as the user gave it.
  package let file: String

  /// The line, counted from 1; nil if the problem has none, such as a missing file.
  package let line: Int?

  /// What is wrong, and what would be right: sentences that end with a full stop.
  package let reason: String

  /// Creates an error.
  package init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// The error on one line: file, line and reason, as in `a.json:7: 'at' is given twice`.
  package var description: String {
    let place = [file.isEmpty ? "''" : file.printable] + (line.map { [String($0)] } ?? [])
    return "\(place.joined(separator: ":")): \(reason)"
  }
}
