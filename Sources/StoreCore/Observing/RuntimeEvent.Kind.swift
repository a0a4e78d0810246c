extension RuntimeEvent {
  /// What can happen.
  public enum Kind: Sendable {
    /// A handler has returned, and the state is the one after the action; the effects of the action are launched next.
    case actionHandled(any Sendable, ActionID)
    /// An action was not handled, because the effect that sent it, or its own handle, had been cancelled, or because its
    /// chain was too long.
    case actionDropped(any Sendable)
    /// The state was changed by something else than an action, as its engine reports.
    case stateChanged
    /// An effect was registered, and waits for its turn.
    indirect case effectQueued(EffectInfo)
    /// An effect was not registered, because its policy or its throttle did not allow it.
    indirect case effectRefused(EffectInfo, RefusalReason)
    /// An effect was registered, or its turn has come; its task is made next.
    indirect case effectStarted(EffectInfo)
    /// An effect has left the registry. Its last action, if there is one, is handled next.
    indirect case effectEnded(EffectInfo, EffectOutcome)
    /// The task of a cancelled effect has ended.
    indirect case effectDrained(EffectInfo)
    /// An effect or a handler threw an error that nothing handles: no `catch`, and no ``StoreOptions/onError``.
    indirect case errorUncaught(UncaughtError)
    /// The runtime found something wrong.
    indirect case issueFound(RuntimeIssue)
  }
}
