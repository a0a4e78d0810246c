import Synchronization

/// The observers of every store that is made from now on in this process, of all engines.
///
/// ```swift
/// let subscription = ProcessObservers.add(recorder)
/// ```
public enum ProcessObservers {
  private final class List: SubscriptionOwner {
    let observers = Locked(SubscriptionList<any RuntimeObserver>())

    func remove(_ subscription: StoreSubscription) {
      let removed = observers.withLock { observers in
        let removed = observers.remove(subscription)
        isActive.store(observers.count > 0, ordering: .relaxed)
        return removed
      }
      withExtendedLifetime(removed) {}
    }
  }

  private static let list = List()
  /// Whether there are observers: read for each store that is made.
  private static let isActive = Atomic(false)

  /// Adds an observer to every store that is made from now on.
  ///
  /// It observes such a store as one that the store was made with does, and before those. Stores that exist already are
  /// not observed: add the observer to each. When the subscription is cancelled, nothing more is received from any
  /// store. A store keeps the observer until its next event, or its end.
  ///
  /// - Complexity: one load for each store that is made while there is no such observer.
  public static func add(_ observer: any RuntimeObserver) -> StoreSubscription {
    list.observers.withLock { observers in
      isActive.store(true, ordering: .relaxed)
      return observers.add(observer, of: list)
    }
  }

  /// The observers of a store that is made now, each with its subscription here.
  static var current: [(observer: any RuntimeObserver, subscription: StoreSubscription)] {
    guard isActive.load(ordering: .relaxed) else { return [] }
    return list.observers.withLock { $0.elements }.compactMap { element in
      element.body.map { ($0, element.subscription) }
    }
  }
}
