import Atomics

/// The life of the scoped stores of one child, which ends when the child departs.
final class ScopeLife: Sendable {
  private let hasDeparted = ManagedAtomic(false)
  private let listeners = EndListeners()
  /// The subscription to the end of the store, once somebody waits.
  private let storeEnd = Locked<StoreSubscription?>(nil)

  /// Whether the child has departed, as any thread may ask.
  var isOver: Bool { hasDeparted.load(ordering: .acquiring) }

  /// Notes that the child has departed, and calls those who wait for that.
  func end() {
    hasDeparted.store(true, ordering: .releasing)
    listeners.end()
  }

  /// Calls `body` when the child has departed, or its store is deallocated; at once where it has happened.
  ///
  /// Whoever waits keeps this, and so has the child looked at.
  func whenEnded<Action>(of runtime: Runtime<Action>, _ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    storeEnd.withLock { end in
      // Once: it is told to all.
      if end == nil { end = runtime.whenEnded { [weak self] in self?.listeners.end() } }
    }
    return listeners.add { [self] in
      body()
      withExtendedLifetime(self) {}
    }
  }

  deinit {
    storeEnd.withLock { $0 }?.cancel()
  }
}
