public import StoreCore

/// A store's state and its subscribers: what its tasks keep, and not the store.
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

  /// Tells of what an operation wrote, unless it was cancelled: then the store may be gone.
  func runHasEnded<Action>(_ send: Send<Action>) {
    // Not asked of the task, which is cancelled too where a timeout ends the operation.
    if subscribers != nil, !send.isCancelled {
      stateHasChanged()
    }
  }
}
