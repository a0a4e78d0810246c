import Synchronization

// Sendable: a constant, an atomic and a reference that is written once here; `Of` says it of its own.
/// An observer of a store while it is added.
///
/// It lasts until it is cancelled or the store is deallocated, whether it is kept or not.
public class RuntimeObservation: @unchecked Sendable {
  let needsTime: Bool
  private let cancelled = Atomic<Bool>(false)
  // Written once, before it is shared.
  private weak var hub: ObserverHub?

  fileprivate init(needsTime: Bool, hub: ObserverHub) {
    self.needsTime = needsTime
    self.hub = hub
  }

  final var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func receive(_ event: RuntimeEvent) {}

  /// Lets go of the observer, which is called no more; for the hub alone, in its turn.
  func letGo() {}

  /// Removes the observer, from whichever thread, and lets go of it.
  ///
  /// It receives no event after that, except one that is being delivered on another thread meanwhile; it is let go of
  /// behind that.
  public final func cancel() {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    hub?.removeCancelled()
  }
}

extension RuntimeObservation {
  /// The observation of one type of observer, which is called without a copy of it.
  // Sendable: the only stored property is of a Sendable type, and used by the one who delivers, one at a time.
  final class Of<Observer: RuntimeObserver>: RuntimeObservation, @unchecked Sendable {
    // Used by the one who delivers, in one place each, and by nobody else.
    @exclusivity(unchecked) private var observer: Observer?

    init(_ observer: Observer, hub: ObserverHub) {
      self.observer = observer
      super.init(needsTime: observer.needsTime, hub: hub)
    }

    override func receive(_ event: RuntimeEvent) {
      observer?.receive(event)
    }

    override func letGo() {
      // Taken first: its end may be a user's code.
      withExtendedLifetime(observer.take()) {}
    }
  }
}
