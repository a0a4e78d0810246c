import Synchronization

/// The time at which a wait until a store is quiet is given up.
final class SettlingDeadline: Sendable {
  private let passed = Atomic<Bool>(false)
  private let timer = Locked<Task<Void, any Error>?>(nil)

  /// Creates one that passes after a duration, by the system's continuous clock, and has the store look then.
  init(after limit: Duration, mailbox: AnyMailbox) {
    let timer = Task.detached { [self] in
      try await ContinuousClock().sleep(for: min(limit, EffectClock.longestWait))
      passed.store(true, ordering: .sequentiallyConsistent)
      mailbox.wake()
    }
    self.timer.withLock { $0 = timer }
  }

  var hasPassed: Bool { passed.load(ordering: .sequentiallyConsistent) }

  func cancel() {
    timer.withLock { $0 }?.cancel()
  }
}
