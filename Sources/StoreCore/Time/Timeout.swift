/// The error of an effect that took longer than its timeout allowed, or to which that left no time.
public struct EffectTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time that the effect was given.
  public let duration: Duration

  /// Creates the error, for tests of what handles it.
  public init(duration: Duration) {
    self.duration = duration
  }

  /// The error in a sentence, as logs show it.
  public var description: String {
    "The effect did not end within \(duration)."
  }
}

/// Ends an operation that takes too long.
struct Timeout: OperationModifier {
  let duration: Duration
  let clock: EffectClock

  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    // Otherwise it would depend on the threads which of the two comes first.
    guard duration > .zero else { throw EffectTimeoutError(duration: .zero) }
    EffectPause.timeLimit(EffectClock.wait(for: duration)).tell()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        // It may have been cancelled while it waited for a thread.
        try EffectClock.checkCancellation()
        try await operation()
        return true
      }
      group.addTask {
        try await TimeoutWait.$isCurrent.withValue(true) { try await clock.sleep(for: duration) }
        return false
      }
      // The first to finish decides; the group cancels the other and waits for it.
      defer { group.cancelAll() }
      if try await group.next() == false {
        throw EffectTimeoutError(duration: EffectClock.wait(for: duration))
      }
    }
  }
}

/// The wait of a timeout, which test clocks recognise.
///
/// They wake it after all other sleepers of its time, so that an operation that takes exactly the time allowed is in
/// time, whichever of the two began to sleep first.
package enum TimeoutWait {
  /// Whether the current task is such a wait.
  @TaskLocal package static var isCurrent = false
}
