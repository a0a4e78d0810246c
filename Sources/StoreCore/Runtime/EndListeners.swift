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
