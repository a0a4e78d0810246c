import Synchronization

/// An observer of a store while it is added.
///
/// It lasts until it is cancelled or the store goes, whether it is kept or not.
public final class RuntimeObservation: Sendable {
  let observer: any RuntimeObserver
  private let cancelled = Atomic<Bool>(false)

  init(_ observer: any RuntimeObserver) {
    self.observer = observer
  }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Removes the observer, from whichever thread.
  ///
  /// It receives no event after that, except one that is being delivered on another thread meanwhile.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }
}
