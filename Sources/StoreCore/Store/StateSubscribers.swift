/// Who hears of each new state of one store, in the order in which they came.
///
/// A ``StateBox`` has its own; an engine that keeps its state elsewhere delivers by one of these.
@MainActor
public final class StateSubscribers<State> {
  /// The states that came while one was delivered.
  private var waiting: [State] = []
  private var isDelivering = false
  private var entries: [(subscription: StateSubscription, receive: @MainActor (State) -> Void)] = []

  /// Creates an empty list.
  public init() {}

  /// Calls `receive` with each state that is delivered from now on, until the subscription is cancelled.
  public func add(_ receive: @escaping @MainActor (State) -> Void) -> StateSubscription {
    let subscription = StateSubscription()
    entries.append((subscription, receive))
    return subscription
  }

  /// Calls everybody with a state.
  ///
  /// A state that a subscriber brings about meanwhile comes after it, to everybody.
  ///
  /// - Complexity: O(subscribers).
  public func deliver(_ state: State) {
    guard !isDelivering else { return waiting.append(state) }
    isDelivering = true
    tell(state)
    while !waiting.isEmpty {
      tell(waiting.removeFirst())
    }
    isDelivering = false
  }

  private func tell(_ state: State) {
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
