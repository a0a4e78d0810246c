/// What something in a timeline came from.
package enum TimelineCause: Equatable, Sendable {
  /// The action of this number.
  case action(Int)
  /// The effect of this number.
  case effect(Int)
}
