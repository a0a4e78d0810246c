/// What an action or an effect came from.
///
/// The causes of a store's events lead from each of them back to an action that was sent from outside.
public enum EventCause: Hashable, Sendable {
  /// An action: its handler emitted or sent the other action, or it launched the effect.
  case action(ActionID)
  /// An effect, which sent the action.
  case effect(CancellationToken)
}
