extension Script {
  /// One thing the user does.
  package struct Step: Equatable, Sendable {
    /// When, counted from the beginning.
    package var at: Duration

    /// What.
    package var command: Feature.Command

    /// The line of the file on which the step begins.
    package var line: Int

    /// Creates a step.
    package init(at: Duration, command: Feature.Command, line: Int) {
      self.at = at
      self.command = command
      self.line = line
    }
  }
}
