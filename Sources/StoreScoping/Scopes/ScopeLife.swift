import StoreCore
import Synchronization

/// The life of the scoped stores of one child, which ends when the child departs.
final class ScopeLife: Sendable {
  /// The owner of all programs that stores of the child launch.
  let owner = ProgramOwner()
  private let hasDeparted = Atomic(false)
  private let listeners = EndListeners()
  /// The scopes in which stores of the child have launched programs, and the table of running effects.
  @MainActor private var launches: (scopes: Set<EffectScope?>, table: EffectTable)?
  /// The subscription to the end of the store, once there is a listener.
  private let storeEnd = Locked<StoreSubscription?>(nil)

  /// Whether the child has departed, readable on any thread.
  var isOver: Bool { hasDeparted.load(ordering: .acquiring) }

  /// Notes that the child has departed: from now on, sends to it and launches for it are dropped.
  func noteDeparture() {
    hasDeparted.store(true, ordering: .releasing)
  }

  /// Ends with the child: cancels the programs that its stores have launched, and calls the listeners.
  @MainActor
  func end() {
    noteDeparture()
    if let launches { for scope in launches.scopes { launches.table.cancel(owner.selector, in: scope) } }
    listeners.end()
  }

  /// Notes that a program is about to be launched for the ``owner``, so that it ends with the child.
  @MainActor
  func noteLaunch(in scope: EffectScope?, of table: EffectTable) {
    launches = (launches?.scopes.union([scope]) ?? [scope], table)
  }

  /// Calls `body` when the child has departed, or its store is deallocated; at once if it already has.
  ///
  /// A listener retains this, so that the child is watched.
  func whenEnded<Action>(of runtime: Runtime<Action>, _ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    storeEnd.withLock { end in
      // One subscription serves all listeners.
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
