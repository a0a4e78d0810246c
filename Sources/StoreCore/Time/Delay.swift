/// Waits before an operation begins.
struct Delay: OperationModifier {
  let duration: Duration
  let clock: EffectClock

  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    EffectPause.delay(EffectClock.wait(for: duration)).tell()
    try await clock.sleep(for: duration)
    try await operation()
  }
}
