/// Where a command writes.
package struct Console: Sendable {
  /// Writes to standard output, or throws; adds nothing to the text.
  package let output: @Sendable (String) throws(LabError) -> Void

  /// Writes to standard error; adds nothing to the text.
  package let error: @Sendable (String) -> Void

  /// The number of columns if standard error is a terminal; nil otherwise.
  package let terminalWidth: Int?

  /// Gives standard output its colours, if it has any.
  package let styler: TextStyler

  /// Creates a console.
  package init(
    terminalWidth: Int?,
    styler: TextStyler = .plain,
    output: @escaping @Sendable (String) throws(LabError) -> Void,
    error: @escaping @Sendable (String) -> Void
  ) {
    self.terminalWidth = terminalWidth
    self.styler = styler
    self.output = output
    self.error = error
  }
}
