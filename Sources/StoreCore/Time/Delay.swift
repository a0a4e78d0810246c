/// Waits before an operation begins.
struct Delay: OperationModifier {
  private let duration: Duration
  private let clock: EffectClock

  init(_ duration: Duration, clock: (any Clock<Duration>)?) {
    self.duration = duration
    self.clock = EffectClock(explicit: clock)
  }

  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await clock.sleep(for: duration)
    try await operation()
  }
}
