public import StoreCore

extension Effect {
  /// The effect with a modifier that is given as a value.
  public func modified(by modifier: EffectModifier) -> Effect {
    .program(program.modified(by: modifier))
  }

  /// Calls `handler` on the main actor when an operation was cancelled or replaced; an action it returns is sent.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Effect {
    .program(program.onCancel(handler))
  }

  /// Calls `handler` on the main actor when the effect was refused, by a policy or a throttle; an action it returns is
  /// sent.
  public func onRefused(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Effect {
    .program(program.onRefused(handler))
  }

  /// Sends an action for an error, instead of calling the store's error hook.
  ///
  /// `handler` is called on the main actor. An error of a cancelled effect is dropped.
  public func `catch`(_ handler: @escaping @MainActor @Sendable (any Error) -> Action) -> Effect {
    .program(program.catch { .emit(handler($0)) })
  }

  /// Moves all names into a scope, so that instances of a child feature do not collide.
  ///
  /// If it is the scope of a lift whose child is not in the state, nothing of the effect starts: that is no issue, and
  /// observers are notified.
  public func scoped(to scope: some Hashable & Sendable) -> Effect {
    .program(program.scoped(to: scope))
  }
}
