public import Synchronization

/// A subscription to what happens in a store: to its states, its actions, its events or its end.
///
/// It lasts until it is cancelled or the store is deallocated, whether it is kept or not.
public final class StoreSubscription: Sendable {
  @usableFromInline let cancelled = Atomic(false)
  /// Removes the subscription from its list, which it does not keep alive.
  private let remove: @Sendable (StoreSubscription) -> Void
  /// A number greater than those before it in the list.
  fileprivate let number: Int

  fileprivate init(list: any SubscriptionOwner, number: Int) {
    remove = { [weak list] in list?.remove($0) }
    self.number = number
  }

  /// Whether nothing is delivered any more.
  @inlinable var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Ends the subscription, and releases what it calls.
  ///
  /// Nothing is delivered after that, not even what is being delivered to other subscribers. It can be called on any
  /// thread: a delivery to this subscription that is under way on another thread goes on, and what it calls is released
  /// after that. Calling it again does nothing.
  ///
  /// - Complexity: O(log n) on average for n subscriptions of the same kind.
  public func cancel() {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    remove(self)
  }
}

/// The owner of a list of subscriptions.
protocol SubscriptionOwner: AnyObject, Sendable {
  /// Removes a cancelled subscription from the list.
  func remove(_ subscription: StoreSubscription)
}

/// The subscriptions of one kind, in the order in which they were made, with what each calls.
///
/// It is kept behind a lock; what it returns is called and released outside the lock, as both may run a user's code.
@usableFromInline
struct SubscriptionList<Body: Sendable>: Sendable {
  @usableFromInline
  struct Element: Sendable {
    @usableFromInline let subscription: StoreSubscription
    /// `nil` once it was removed.
    @usableFromInline fileprivate(set) var body: Body?
  }

  /// The subscriptions, and the places of removed ones, at most as many; a delivery takes a copy.
  @usableFromInline private(set) var elements: [Element] = []
  private var removedCount = 0
  private var nextNumber = 0

  /// The number of subscriptions that have not been removed.
  var count: Int { elements.count - removedCount }

  mutating func add(_ body: Body, of owner: any SubscriptionOwner) -> StoreSubscription {
    let subscription = StoreSubscription(list: owner, number: nextNumber)
    nextNumber += 1
    elements.append(Element(subscription: subscription, body: body))
    return subscription
  }

  /// Removes a subscription, if it is still there.
  ///
  /// - Complexity: O(log n) on average, and O(n) during a delivery, which has a copy.
  mutating func remove(_ subscription: StoreSubscription) -> Body? {
    // A binary search: many are cancelled in any order, as a set of them is.
    var range = elements.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let number = elements[middle].subscription.number
      guard number != subscription.number else { return removeBody(at: middle) }
      range = number < subscription.number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  private mutating func removeBody(at index: Int) -> Body? {
    guard let body = elements[index].body.take() else { return nil }
    removedCount += 1
    // Not at each removal: the rest of the array would move for each.
    if removedCount * 2 > elements.count {
      elements.removeAll { $0.body == nil }
      removedCount = 0
    }
    return body
  }

  mutating func removeAll() -> [Element] {
    defer {
      elements = []
      removedCount = 0
    }
    return elements
  }
}

/// The subscribers to the states of one store, or to its actions, called in the order in which they subscribed.
///
/// A ``StateBox`` has its own; an engine that keeps its state elsewhere makes one.
@MainActor
public final class StoreSubscribers<Value>: SubscriptionOwner {
  @usableFromInline typealias List = SubscriptionList<@MainActor (Value) -> Void>

  @usableFromInline nonisolated let list = Locked(List())
  /// The values that came while another was delivered, with the subscribers at that time.
  @usableFromInline var waiting = Queue<(value: Value, subscribers: [List.Element])>()
  @usableFromInline var isDelivering = false

  /// Creates an empty list.
  public init() {}

  /// Whether there are no subscribers.
  package var isEmpty: Bool { count == 0 }

  /// The number of subscriptions that it keeps, for tests of its bounds.
  package var count: Int { list.withLock { $0.count } }

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

  /// Cancels all subscriptions; it can be called on any thread.
  package nonisolated func cancelAll() {
    for subscriber in list.withLock({ $0.elements }) { subscriber.subscription.cancel() }
  }

  /// Calls all subscribers with a value.
  ///
  /// A value that a subscriber causes meanwhile is delivered after it, to all subscribers.
  ///
  /// - Returns: whether there were any: an owner without subscribers need not keep the list.
  /// - Complexity: O(subscribers); O(1) for a value that waits.
  @inlinable
  @discardableResult
  public func deliver(_ value: Value) -> Bool {
    // Inlinable: each change of a state comes here, and code that is not specialised looks up the types at every step.
    let subscribers = list.withLock { $0.elements }
    guard !subscribers.isEmpty else { return false }
    guard !isDelivering else {
      waiting.append((value, subscribers))
      return true
    }
    isDelivering = true
    tell(value, to: subscribers)
    while !waiting.isEmpty, let (value, subscribers) = waiting.popFirst() { tell(value, to: subscribers) }
    isDelivering = false
    return true
  }

  @inlinable
  func tell(_ value: Value, to subscribers: [List.Element]) {
    for subscriber in subscribers where !subscriber.subscription.isCancelled {
      subscriber.body?(value)
    }
  }
}
