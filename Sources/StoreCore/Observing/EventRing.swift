/// An observer that keeps the last events, to show what came before a failure.
///
/// ```swift
/// let ring = EventRing(capacity: 100)
/// let store = Store(initialState: Search(), options: StoreOptions(observers: [ring]), reduce: reduce)
/// // …
/// for event in ring.events { print(event) }
/// ```
///
/// It may observe several stores. It keeps the actions in its events alive.
///
/// - Complexity: O(1) for each event.
public final class EventRing: RuntimeObserver {
  /// The maximum number of events that it keeps.
  public let capacity: Int

  /// Always `true`: the events have their times.
  public let needsTime = true

  private let kept = Locked(Queue<RuntimeEvent>())

  /// Creates an empty ring.
  ///
  /// A capacity of less than 1 ends the process with a message at the line of the call: leave `fileID` and `line` out.
  public init(capacity: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    require(capacity >= 1, fileID, line) {
      """
      A ring of events was given the capacity \(capacity).

      It is the number of the last events that are kept: with less than 1 there is nothing to look at.

      Give it 1 or more.
      """
    }
    self.capacity = capacity
  }

  /// The last events, the oldest first.
  public var events: [RuntimeEvent] {
    kept.withLock { $0.elements }
  }

  /// Keeps an event, and drops the oldest one if the ring is full.
  public func receive(_ event: RuntimeEvent) {
    // Released outside the lock: deallocating a user's action may call back.
    let oldest: RuntimeEvent? = kept.withLock { kept in
      kept.append(event)
      return kept.count > capacity ? kept.popFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }

  /// Drops all events.
  public func removeAll() {
    let kept = kept.withLock { kept in
      defer { kept = Queue() }
      return kept
    }
    withExtendedLifetime(kept) {}
  }
}
