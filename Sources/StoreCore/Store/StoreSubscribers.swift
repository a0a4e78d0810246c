/// The subscribers to the states of one store, or to its actions, called in the order in which these came.
///
/// A ``StateBox`` has its own; an engine that keeps its state elsewhere delivers by one of these.
@MainActor
public final class StoreSubscribers<Value>: SubscriptionList {
  /// The values that came while one was delivered.
  private var waiting = Queue<Value>()
  private var isDelivering = false
  /// How many values came so far, and how many of them are or were delivered.
  private var comeCount: UInt = 0
  private var toldCount: UInt = 0
  /// Each is one to this type of values.
  private var subscriptions: [StoreSubscription] = []
  /// How many of them are cancelled.
  private var cancelledCount = 0

  /// Creates an empty list.
  public init() {}

  deinit {
    // They may be kept, also by what they call: then neither would ever go.
    for subscription in subscriptions {
      _ = Self.takeReceiver(of: subscription)
    }
  }

  /// Whether nobody is left who hears of values.
  var isEmpty: Bool { subscriptions.isEmpty }

  /// How many subscriptions it keeps, for tests of its bounds.
  package var count: Int { subscriptions.count }

  /// Calls `receive` with each value that is delivered from now on, until the subscription is cancelled.
  ///
  /// - Complexity: O(1).
  public func add(_ receive: @escaping @MainActor (Value) -> Void) -> StoreSubscription {
    // What has come before, and waits to be told, is known to who comes now.
    let subscription = StoreSubscription.Of(first: comeCount + 1, list: self, receive: receive)
    subscriptions.append(subscription)
    return subscription
  }

  /// Calls everybody with a value.
  ///
  /// A value that a subscriber brings about meanwhile comes after it, to everybody.
  ///
  /// - Complexity: O(subscribers), also for a value that waits.
  public func deliver(_ value: Value) {
    comeCount += 1
    guard !isDelivering else { return waiting.append(value) }
    isDelivering = true
    tell(value)
    while let value = waiting.popFirst() {
      tell(value)
    }
    isDelivering = false
  }

  private func tell(_ value: Value) {
    toldCount += 1
    // A copy: a subscriber may add another, which then hears of the next value, or cancel one.
    for subscription in subscriptions where !subscription.isCancelled && subscription.first <= toldCount {
      // All are made by `add`.
      unsafeDowncast(subscription, to: StoreSubscription.Of<Value>.self).receive?(value)
    }
  }

  /// Lets go of what a cancelled subscription calls, and of the subscription itself once they are as many as the others.
  ///
  /// - Complexity: O(1), amortised.
  func noteCancelled(_ subscription: StoreSubscription) {
    let receiver = Self.takeReceiver(of: subscription)
    cancelledCount += 1
    if 2 * cancelledCount >= subscriptions.count {
      subscriptions.removeAll(where: \.isCancelled)
      cancelledCount = 0
    }
    // Behind that: the end of what it holds may be a user's code, which may come here.
    withExtendedLifetime(receiver) {}
  }

  private nonisolated static func takeReceiver(of subscription: StoreSubscription) -> (@MainActor (Value) -> Void)? {
    // All are made by `add`.
    unsafeDowncast(subscription, to: StoreSubscription.Of<Value>.self).receive.take()
  }
}
