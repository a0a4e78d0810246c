/// The subscribers to the states of one store, or to its actions, called in the order in which these came.
///
/// A ``StateBox`` has its own; an engine that keeps its state elsewhere delivers by one of these.
@MainActor
public final class StoreSubscribers<Value>: SubscriptionOwner {
  private typealias List = SubscriptionList<@MainActor (Value) -> Void>

  private nonisolated let list = Locked(List())
  /// The values that came while one was delivered, with those who had subscribed by then.
  private var waiting = Queue<(value: Value, subscribers: [List.Element])>()
  private var isDelivering = false

  /// Creates an empty list.
  public init() {}

  /// Whether nobody is subscribed.
  var isEmpty: Bool { count == 0 }

  /// How many subscriptions it keeps, for tests of its bounds.
  package var count: Int { list.withLock { $0.elements.count } }

  /// Calls `receive` with each value that is delivered from now on, until the subscription is cancelled.
  ///
  /// - Complexity: O(1).
  public func add(_ receive: @escaping @MainActor (Value) -> Void) -> StoreSubscription {
    list.withLock { $0.add(receive, of: self) }
  }

  nonisolated func remove(_ subscription: StoreSubscription) {
    let body = list.withLock { $0.remove(subscription) }
    withExtendedLifetime(body) {}
  }

  /// Calls everybody with a value.
  ///
  /// A value that a subscriber brings about meanwhile comes after it, to everybody.
  ///
  /// - Complexity: O(subscribers); O(1) for a value that waits.
  public func deliver(_ value: Value) {
    let subscribers = list.withLock { $0.elements }
    guard !isDelivering else { return waiting.append((value, subscribers)) }
    isDelivering = true
    tell(value, to: subscribers)
    while let (value, subscribers) = waiting.popFirst() {
      tell(value, to: subscribers)
    }
    isDelivering = false
  }

  private func tell(_ value: Value, to subscribers: [List.Element]) {
    for subscriber in subscribers where !subscriber.subscription.isCancelled {
      subscriber.body(value)
    }
  }
}
