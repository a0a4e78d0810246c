extension FinalState {
  /// A value with its name.
  package struct Row: Equatable, Sendable {
    /// The name, such as `Hits`.
    package var label: String

    /// The value as text, on one line.
    package var value: String

    /// Creates a row.
    package init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }
}
