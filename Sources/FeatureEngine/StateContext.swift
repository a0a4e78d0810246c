public import StoreCore

/// A store's state and its subscribers, which its tasks retain instead of the store.
@MainActor
@usableFromInline
final class StateContext<State> {
  @usableFromInline let state: State
  // Exclusivity: read and written on the main actor by plain loads and stores; no access spans a call.
  @exclusivity(unchecked)
  @usableFromInline var subscribers: StoreSubscribers<State>?

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    let subscribers = self.subscribers ?? StoreSubscribers()
    self.subscribers = subscribers
    return subscribers.add(receive)
  }

  @inlinable
  func stateHasChanged() {
    subscribers?.deliver(state)
  }

  /// Notifies subscribers when an operation has ended, unless it was cancelled: then the store may be deallocated.
  func runHasEnded<Action>(_ send: Send<Action>) {
    // Not `Task.isCancelled`, which is also true if a timeout ends the operation.
    if subscribers != nil, !send.isCancelled {
      stateHasChanged()
    }
  }
}
