/// The shape of a JSON text: which value stands where, with members in the order of the file.
///
/// Foundation decides what is valid JSON and what a number or a string means. It keeps neither the order of keys nor
/// their places, and lets the later of two equal keys win in silence; the outline has both, so that messages can name
/// lines.
package struct JSONOutline: Equatable, Sendable {
  /// What kind of value this is, with its parts.
  package let content: Content

  /// The bytes of the value in the text.
  package let range: Range<Int>

  /// Creates an outline.
  package init(content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }
}
