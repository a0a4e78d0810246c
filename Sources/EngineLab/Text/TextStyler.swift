/// Gives text its styles where colours are wanted, and leaves it alone elsewhere.
package struct TextStyler: Equatable, Sendable {
  /// Leaves all text alone.
  package static let plain = TextStyler(hasColour: false)

  /// Whether styles are written.
  package let hasColour: Bool

  /// Creates a styler.
  package init(hasColour: Bool) {
    self.hasColour = hasColour
  }

  /// Creates a styler for a stream, which has colours if it is a terminal and the user does not object.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether somebody looks at what is written, rather than a file or another program.
  ///   - environment: The variables of the process. `NO_COLOR` with any value but the empty one switches colours off, and
  ///     so does `TERM=dumb`, a terminal that would show them as text.
  package init(isTerminal: Bool, environment: [String: String]) {
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.init(hasColour: isTerminal && !isUnwanted && environment["TERM"] != "dumb")
  }

  /// The text in a style; text without a line end, which has been padded already.
  package func text(_ text: String, _ style: TextStyle) -> String {
    hasColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
