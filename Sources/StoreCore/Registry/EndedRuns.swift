import Synchronization

/// Cancelled runs whose tasks have ended, on their way out of the registry.
///
/// A stack without a lock, linked through the runs: a task that ends while the registry is in use leaves its run
/// here instead of waiting for it, and whoever uses the registry takes the run out, before or after.
package final class EndedRuns: Sendable {
  /// 0 while nobody uses the registry; else 1, added to the bits of a reference to the newest run, if there is one.
  ///
  /// In one word, so that no run is left behind by one who goes: runs come only while somebody has yet to say that they
  /// have done.
  private let state = Atomic<UInt>(0)

  package init() {}

  deinit {
    takeAll().release()
  }

  /// Adds a run, once, if somebody uses the registry.
  ///
  /// - Returns: `false` where nobody does. Then the caller has to take the run out.
  package func push(_ run: EffectRunCore) -> Bool {
    var original = state.load(ordering: .acquiring)
    guard original != 0 else { return false }
    // Balanced by `Taken.release`, or below where it is not added.
    let pushed = Unmanaged.passRetained(run)
    // The lowest bit of an object's address is 0.
    let desired = UInt(bitPattern: pushed.toOpaque()) + 1
    repeat {
      run.nextEnded = original - 1
      let result = state.compareExchange(expected: original, desired: desired, ordering: .acquiringAndReleasing)
      if result.exchanged { return true }
      original = result.original
    } while original != 0
    pushed.release()
    return false
  }

  /// Notes that somebody begins to use the registry, and takes all runs, in no particular order.
  ///
  /// ``endUse()`` has to follow.
  package func beginUse() -> Taken {
    Taken(newest: state.exchange(1, ordering: .acquiringAndReleasing) & ~1)
  }

  /// Notes that the registry is free, as far as the caller is concerned.
  ///
  /// - Returns: `false` where runs have come meanwhile. Then the registry has to be used once more.
  package func endUse() -> Bool {
    let result = state.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing)
    // Another who used it may have said so in between; then there is nothing either.
    return result.exchanged || result.original == 0
  }

  private func takeAll() -> Taken {
    Taken(newest: state.exchange(0, ordering: .acquiring) & ~1)
  }
}
