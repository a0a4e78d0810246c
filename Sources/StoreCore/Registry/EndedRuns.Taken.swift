extension EndedRuns {
  /// Runs that were taken, linked as they were: nothing is allocated for them.
  package struct Taken {
    fileprivate let newest: UInt

    init(newest: UInt) {
      self.newest = newest
    }

    package var isEmpty: Bool { newest == 0 }

    /// Calls `body` with each run.
    package func withEach(_ body: (EffectRunCore) -> Void) {
      var next = newest
      while let pointer = UnsafeRawPointer(bitPattern: next) {
        // The reference of `push` keeps it until `release`.
        Unmanaged<EffectRunCore>.fromOpaque(pointer)._withUnsafeGuaranteedRef { run in
          next = run.nextEnded
          body(run)
        }
      }
    }

    /// Lets go of the runs, once.
    ///
    /// What a run captured is a user's, and its end may call back: nothing may be locked.
    package func release() {
      var next = newest
      while let pointer = UnsafeRawPointer(bitPattern: next) {
        // Balances the retain of `push`.
        let run = Unmanaged<EffectRunCore>.fromOpaque(pointer).takeRetainedValue()
        next = run.nextEnded
      }
    }
  }
}
