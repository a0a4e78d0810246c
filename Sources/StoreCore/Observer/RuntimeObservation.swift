import Synchronization

// Sendable: a constant and an atomic here, and a constant of a Sendable type in `Of`.
/// An observer of a store while it is added.
///
/// It lasts until it is cancelled or the store is deallocated, whether it is kept or not.
public class RuntimeObservation: @unchecked Sendable {
  let needsTime: Bool
  private let cancelled = Atomic<Bool>(false)

  fileprivate init(needsTime: Bool) {
    self.needsTime = needsTime
  }

  final var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func receive(_ event: RuntimeEvent) {}

  /// Removes the observer, from whichever thread.
  ///
  /// It receives no event after that, except one that is being delivered on another thread meanwhile.
  public final func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }
}

extension RuntimeObservation {
  /// The observation of one type of observer, which is called without a copy of it.
  // Sendable: the only stored property is a constant of a Sendable type.
  final class Of<Observer: RuntimeObserver>: RuntimeObservation, @unchecked Sendable {
    private let observer: Observer

    init(_ observer: Observer) {
      self.observer = observer
      super.init(needsTime: observer.needsTime)
    }

    override func receive(_ event: RuntimeEvent) {
      observer.receive(event)
    }
  }
}
