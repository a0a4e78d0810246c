/// How a piece of text stands out on a terminal.
package enum TextStyle: String, CaseIterable, Sendable {
  /// A heading.
  case heading = "1"
  /// Something beside the point.
  case faint = "2"
  /// Something that is as it should be.
  case good = "32"
  /// Something that is not.
  case bad = "1;31"
}
