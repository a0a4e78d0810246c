/// Ends an operation that takes too long.
struct Timeout: OperationModifier {
  let duration: Duration
  let clock: EffectClock

  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        // It may have been cancelled while it waited for a thread.
        try EffectClock.checkCancellation()
        try await operation()
        return true
      }
      group.addTask {
        try await clock.sleep(for: duration)
        return false
      }
      // Whoever is first decides; the group cancels the other and waits for it.
      defer { group.cancelAll() }
      if try await group.next() == false {
        throw EffectTimeoutError(duration: EffectClock.wait(for: duration))
      }
    }
  }
}
