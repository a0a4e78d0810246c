/// Runs an operation again when it fails.
struct Retry: OperationModifier {
  let policy: RetryPolicy
  let clock: EffectClock

  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    var waits = RetryWaits(policy)
    var attempt = 1
    while true {
      do {
        return try await operation()
      } catch {
        guard isRepeatable, attempt < policy.attempts, !Task.isCancelled, policy.isRetryable(error) else { throw error }
      }
      attempt += 1
      try await clock.sleep(for: waits.nextWait())
    }
  }
}
