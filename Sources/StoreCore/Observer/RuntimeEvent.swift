/// Something that happened in a store's runtime.
public enum RuntimeEvent: Sendable {
  /// A handler has returned; the effects of its action are launched next.
  case actionHandled(any Sendable)
  /// An action was not handled, because the effect that sent it, or its own handle, had been cancelled.
  case actionDropped(any Sendable, sender: EffectInfo?)
  /// An effect was registered, and waits for its turn.
  case effectQueued(EffectInfo)
  /// An effect was not registered, because its policy or its throttle did not allow it.
  case effectRefused(EffectInfo, RefusalReason)
  /// An effect was registered, or its turn has come; its task is made.
  case effectStarted(EffectInfo)
  /// An effect has left the registry. Its last action, if there is one, is handled next.
  case effectEnded(EffectInfo, EffectOutcome)
  /// The task of a cancelled effect has ended.
  case effectDrained(EffectInfo)
}
