/// A problem with what the user asked for, outside of the scenario file: a folder, or an engine's name.
package struct LabError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the problem is about, as the user gave it: a folder, or an argument.
  package let subject: String

  /// What is wrong, and what would be right: sentences that end with a full stop.
  package let reason: String

  /// Creates an error.
  package init(subject: String, reason: String) {
    self.subject = subject
    self.reason = reason
  }

  /// The error on one line: what it is about, and the reason.
  package var description: String {
    "\(subject.isEmpty ? "''" : subject.printable): \(reason)"
  }
}
