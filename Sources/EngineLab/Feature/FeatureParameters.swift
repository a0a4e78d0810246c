/// The parameters of a feature, as a scenario file gives them.
package protocol FeatureParameters: Equatable, Sendable {
  /// The keys, in the order in which messages name them.
  static var names: [String] { get }

  /// Reads the parameters; those that are not among the fields have a default.
  ///
  /// - Parameters:
  ///   - fields: The values by their keys, which are among ``names``.
  ///   - reader: Reads the values, and remembers what is wrong with them.
  init(_ fields: [String: JSONOutline], with reader: inout ValueReader)
}
