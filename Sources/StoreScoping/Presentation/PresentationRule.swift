/// The rule by which a presenter's dismissals count.
package enum PresentationRule {
  /// Whether a written `nil` dismisses what is present.
  ///
  /// A presenter writes when its animation has ended or its view has gone, and what it has shown may have been closed or
  /// replaced by then. Only what was read last is dismissed.
  ///
  /// - Parameters:
  ///   - shown: The id of what was read last, `.some(nil)` if that was nothing; `nil` if there was no read.
  ///   - present: The id of what is present; `nil` if nothing is.
  /// - Returns: Whether it is dismissed.
  package static func dismisses<ID: Equatable>(shown: ID??, present: ID?) -> Bool {
    guard let present else { return false }
    guard let shown else { return true }
    return shown == present
  }
}
