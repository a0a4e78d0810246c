/// The subscribers to the states of one store, or to its actions, called in the order in which these came.
///
/// A ``StateBox`` has its own; an engine that keeps its state elsewhere delivers by one of these.
@MainActor
public final class StoreSubscribers<Value> {
  /// The values that came while one was delivered.
  private var waiting: [Value] = []
  private var isDelivering = false
  /// How many values came so far, and how many of them are or were delivered.
  private var comeCount: UInt = 0
  private var toldCount: UInt = 0
  /// Each is one to this type of values.
  private var subscriptions: [StoreSubscription] = []
  /// With so many subscriptions one that is added looks for those that are cancelled.
  private var sweepCount = 8

  /// Creates an empty list.
  public init() {}

  deinit {
    // They may be kept, also by what they call: then neither would ever go.
    for subscription in subscriptions {
      Self.letGo(of: subscription)
    }
  }

  /// Whether nobody is left who hears of values.
  var isEmpty: Bool { subscriptions.isEmpty }

  /// Calls `receive` with each value that is delivered from now on, until the subscription is cancelled.
  ///
  /// - Complexity: O(1), amortised.
  public func add(_ receive: @escaping @MainActor (Value) -> Void) -> StoreSubscription {
    if subscriptions.count >= sweepCount {
      removeCancelled()
      sweepCount = max(8, 2 * subscriptions.count)
    }
    // What has come before, and waits to be told, is known to who comes now.
    let subscription = StoreSubscription.Of(first: comeCount + 1, receive: receive)
    subscriptions.append(subscription)
    return subscription
  }

  /// Calls everybody with a value.
  ///
  /// A value that a subscriber brings about meanwhile comes after it, to everybody.
  ///
  /// - Complexity: O(subscribers).
  public func deliver(_ value: Value) {
    comeCount += 1
    guard !isDelivering else { return waiting.append(value) }
    isDelivering = true
    tell(value)
    while toldCount < comeCount {
      tell(waiting.removeFirst())
    }
    isDelivering = false
  }

  private func tell(_ value: Value) {
    toldCount += 1
    var hasCancelled = false
    // A copy: a subscriber may add another, which then hears of the next value.
    for subscription in subscriptions {
      if !subscription.isCancelled, subscription.first <= toldCount {
        // All are made by `add`.
        unsafeDowncast(subscription, to: StoreSubscription.Of<Value>.self).receive?(value)
      }
      hasCancelled = hasCancelled || subscription.isCancelled
    }
    if hasCancelled { removeCancelled() }
  }

  private func removeCancelled() {
    let cancelled = subscriptions.filter(\.isCancelled)
    subscriptions.removeAll(where: \.isCancelled)
    // Behind that: the end of what a function holds may be a user's code, which may come here.
    for subscription in cancelled {
      Self.letGo(of: subscription)
    }
  }

  private nonisolated static func letGo(of subscription: StoreSubscription) {
    // All are made by `add`.
    unsafeDowncast(subscription, to: StoreSubscription.Of<Value>.self).receive = nil
  }
}
