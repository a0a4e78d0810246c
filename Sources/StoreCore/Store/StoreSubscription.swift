import Atomics

/// A subscription to what happens in a store: to its states, its actions, its events or its end.
///
/// It lasts until it is cancelled or the store is deallocated, whether it is kept or not.
public final class StoreSubscription: Sendable {
  /// The position among those of the same list.
  fileprivate let number: UInt
  private let cancelled = ManagedAtomic(false)
  private weak let list: (any SubscriptionOwner)?

  fileprivate init(number: UInt, list: any SubscriptionOwner) {
    self.number = number
    self.list = list
  }

  /// Whether nothing is to be delivered any more.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Ends the subscription, and releases what it calls.
  ///
  /// Nothing is delivered after that, not even what is being delivered to others. It can be called on any thread; then a
  /// delivery to this very subscription that is under way on another one goes on, and what it calls is released behind
  /// that. Calling it again does nothing.
  ///
  /// - Complexity: O(subscriptions of the same kind).
  public func cancel() {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    list?.remove(self)
  }
}

/// The observation of a store by an observer; see ``Runtime/observe(_:)``.
public typealias RuntimeObservation = StoreSubscription

/// A subscription to the end of a store; see ``Runtime/whenEnded(_:)``.
public typealias EndSubscription = StoreSubscription

/// The owner of a list of subscriptions.
protocol SubscriptionOwner: AnyObject, Sendable {
  /// Takes a cancelled subscription out of the list.
  func remove(_ subscription: StoreSubscription)
}

/// The subscriptions of one kind, in the order in which they were made, with what each of them calls.
///
/// It is kept behind a lock. What it returns is called and released without the lock: both may be a user's code.
struct SubscriptionList<Body: Sendable>: Sendable {
  struct Element: Sendable {
    let subscription: StoreSubscription
    let body: Body
  }

  /// Those that are not cancelled.
  ///
  /// A delivery takes a copy, and asks each whether it was cancelled meanwhile.
  private(set) var elements: [Element] = []
  private var count: UInt = 0

  /// Adds one behind the others.
  mutating func add(_ body: Body, of owner: any SubscriptionOwner) -> StoreSubscription {
    count += 1
    let subscription = StoreSubscription(number: count, list: owner)
    elements.append(Element(subscription: subscription, body: body))
    return subscription
  }

  /// Takes one out, if it is still there.
  mutating func remove(_ subscription: StoreSubscription) -> Body? {
    // Their numbers grow.
    var (low, high) = (elements.startIndex, elements.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].subscription.number < subscription.number { low = middle + 1 } else { high = middle }
    }
    guard low < elements.endIndex, elements[low].subscription === subscription else { return nil }
    return elements.remove(at: low).body
  }

  /// Takes all out.
  mutating func removeAll() -> [Element] {
    defer { elements = [] }
    return elements
  }
}
