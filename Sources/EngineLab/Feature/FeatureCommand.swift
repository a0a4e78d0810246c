/// What a user can do in a feature, as a step of a scenario file gives it.
package protocol FeatureCommand: Equatable, Sendable {
  /// The keys, in the order in which messages name them.
  static var names: [String] { get }

  /// Reads a command.
  ///
  /// - Parameters:
  ///   - name: The key, one of ``names``.
  ///   - value: The value beside it.
  ///   - reader: Reads the value, and remembers what is wrong with it.
  /// - Returns: The command, or nil if the value is wrong.
  static func read(_ name: String, _ value: JSONOutline, with reader: inout ValueReader) -> Self?
}

extension FeatureCommand where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The names of all cases.
  package static var names: [String] { allCases.map(\.rawValue) }

  /// Reads a command that has nothing to add to its name, as in `"cancel": true`.
  package static func read(_ name: String, _ value: JSONOutline, with reader: inout ValueReader) -> Self? {
    reader.confirm(value, key: name)
    return Self(rawValue: name)
  }
}
