extension EffectTable {
  /// Cancels everything and resumes every waiter; nothing starts from now on.
  package func close() {
    for timer in withMachine(\.windows).values { timer?.cancel() }
    change { $0.close() }
    // The messages of those that had ended before their cancel are never handled.
    for run in drainingRuns where run.phase == .completedThenCancelled { drained(run) }
    cancelHandlerIfDue()
    endListeners.end()
  }
}

extension Runtime {
  /// Calls `body` when the store is deallocated, or at once if it already was.
  ///
  /// Called once, on the thread that releases the store, after its effects were cancelled and the waits for them ended.
  ///
  /// - Returns: a subscription; once it is cancelled, `body` is not called.
  @discardableResult
  public nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    core.noteLook()
    return table.endListeners.add(body)
  }
}

/// The listeners for the end of one store, or of something in it.
package final class EndListeners: SubscriptionOwner {
  private struct State {
    var list = SubscriptionList<@Sendable () -> Void>()
    var hasEnded = false
  }

  private let state = Locked(State())

  package init() {}

  /// Adds a listener, which is called at once if the store was deallocated.
  package func add(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    let (subscription, late) = state.withLock { state in
      let subscription = state.list.add(body, of: self)
      return (subscription, state.hasEnded ? state.list.removeAll() : [])
    }
    for listener in late { listener.body?() }
    return subscription
  }

  func remove(_ subscription: StoreSubscription) {
    let body = state.withLock { $0.list.remove(subscription) }
    withExtendedLifetime(body) {}
  }

  /// Calls the listeners in the order in which they were added, the first time only.
  package func end() {
    let listeners = state.withLock { state in
      state.hasEnded = true
      return state.list.removeAll()
    }
    for listener in listeners where !listener.subscription.isCancelled { listener.body?() }
  }
}
