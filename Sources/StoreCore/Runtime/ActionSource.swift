/// What observers are told of where an action came from.
@usableFromInline
struct ActionSource {
  /// Whether it was sent while an action was handled, rather than from outside.
  var isCaused = false
  /// The number of the action that was handled when it was sent, or 0.
  var action: UInt64 = 0
  /// The effect that sent it.
  var effect: CancellationToken?
  /// Where it was sent, as far as that is known.
  var location = CallSite.unknown

  var cause: EventCause? {
    if let effect { return .effect(effect) }
    return action == 0 ? nil : .action(ActionID(rawValue: action))
  }
}
