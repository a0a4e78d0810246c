extension ActionMark {
  /// Who sends actions.
  package enum Source: String, CaseIterable, Sendable {
    /// The user, by a step of the scenario.
    case user
    /// An effect.
    case effect
    /// The handler of another action.
    case emitted
  }
}
