extension Divergence {
  /// What one engine has where engines differ.
  package struct Value: Equatable, Sendable {
    /// The name of the engine.
    package var engine: String

    /// What it has; `none` for nothing.
    package var text: String

    /// Creates a value.
    package init(engine: String, text: String) {
      self.engine = engine
      self.text = text
    }
  }
}
