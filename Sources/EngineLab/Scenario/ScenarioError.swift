/// An error in a scenario file, and its place.
struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the file, as the user gave it.
  let file: String
  /// The line, counted from 1; nil if the problem has none, such as a missing file.
  var line: Int?
  /// What is wrong, and what would be right: sentences that end with a full stop.
  let reason: String

  /// The error on one line: file, line and reason, as in `a.json:7: 'at' is given twice`.
  var description: String {
    let place = [file.isEmpty ? "''" : file.printable] + (line.map { [String($0)] } ?? [])
    return "\(place.joined(separator: ":")): \(reason)"
  }
}

/// A problem with what the user asked for, outside of the scenario file: a folder, or an engine's name.
struct LabError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the problem is about, as the user gave it: a folder, or an argument.
  let subject: String
  /// What is wrong, and what would be right: sentences that end with a full stop.
  let reason: String

  /// The error on one line: what it is about, and the reason.
  var description: String {
    "\(subject.isEmpty ? "''" : subject.printable): \(reason)"
  }
}
