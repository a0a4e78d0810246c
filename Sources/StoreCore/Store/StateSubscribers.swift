/// Who hears of each new state of one store, in the order in which they came.
@MainActor
@usableFromInline
final class StateSubscribers<State> {
  private var entries: [(subscription: StateSubscription, receive: @MainActor (State) -> Void)] = []

  init() {}

  func add(_ receive: @escaping @MainActor (State) -> Void) -> StateSubscription {
    let subscription = StateSubscription()
    entries.append((subscription, receive))
    return subscription
  }

  @usableFromInline
  func deliver(_ state: State) {
    var hasCancelled = false
    // A copy: a subscriber may add another, which then hears of the next change.
    for entry in entries {
      if !entry.subscription.isCancelled {
        entry.receive(state)
      }
      hasCancelled = hasCancelled || entry.subscription.isCancelled
    }
    if hasCancelled {
      entries.removeAll { $0.subscription.isCancelled }
    }
  }
}
