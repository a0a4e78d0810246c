import Synchronization

/// Cancelled runs whose tasks have ended, on their way out of the registry.
///
/// A stack without a lock, linked through the runs: a task that ends while the registry is in use leaves its run
/// here instead of waiting for it, and whoever uses the registry next takes the run out.
package final class EndedRuns: Sendable {
  /// The bits of a reference to the newest run, or 0.
  private let newest = Atomic<UInt>(0)

  package init() {}

  deinit {
    _ = takeAll()
  }

  /// Adds a run, once.
  ///
  /// - Returns: whether it is the first of those that wait. Then the caller has to see that they are taken: nobody
  ///   else may come for a long time.
  package func push(_ run: EffectRunCore) -> Bool {
    // Balanced by the `takeRetainedValue` of `takeAll`.
    let pointer = UInt(bitPattern: Unmanaged.passRetained(run).toOpaque())
    var top = newest.load(ordering: .relaxed)
    while true {
      run.nextEnded = top
      let result = newest.weakCompareExchange(
        expected: top,
        desired: pointer,
        successOrdering: .sequentiallyConsistent,
        failureOrdering: .relaxed
      )
      if result.exchanged { return top == 0 }
      top = result.original
    }
  }

  /// Whether there is none, in one order with ``push(_:)`` and what is noted in that order elsewhere.
  package var isEmpty: Bool { newest.load(ordering: .sequentiallyConsistent) == 0 }

  /// Takes all runs, in no particular order.
  ///
  /// - Complexity: O(1) while there is none.
  package func takeAll() -> [EffectRunCore] {
    guard newest.load(ordering: .relaxed) != 0 else { return [] }
    var top = newest.exchange(0, ordering: .acquiring)
    var runs: [EffectRunCore] = []
    while let pointer = UnsafeRawPointer(bitPattern: top) {
      // Balances the retain of `push`.
      let run = Unmanaged<EffectRunCore>.fromOpaque(pointer).takeRetainedValue()
      top = run.nextEnded
      runs.append(run)
    }
    return runs
  }
}
