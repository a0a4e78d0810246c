/// Where a command writes.
package struct Console: Sendable {
  /// Writes to standard output; adds nothing to the text.
  package let output: @Sendable (String) -> Void

  /// Writes to standard error; adds nothing to the text.
  package let error: @Sendable (String) -> Void

  /// The number of columns if standard error is a terminal; nil otherwise.
  package let terminalWidth: Int?

  /// Creates a console.
  package init(
    terminalWidth: Int?,
    output: @escaping @Sendable (String) -> Void,
    error: @escaping @Sendable (String) -> Void
  ) {
    self.terminalWidth = terminalWidth
    self.output = output
    self.error = error
  }
}
