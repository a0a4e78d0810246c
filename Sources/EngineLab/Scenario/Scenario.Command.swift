extension Scenario {
  /// What a user can do in the search feature.
  package enum Command: Equatable, Sendable {
    /// Makes the field hold this text, which is never empty; the debounce starts again.
    case type(String)
    /// Cancels the search that waits or runs, and keeps the text and the hits.
    case cancel
    /// Empties the field and the hits, and cancels the search that waits or runs.
    case clear
  }
}
