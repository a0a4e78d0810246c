/// The clock of a time modifier: the one given to the modifier, else that of the store.
struct EffectClock: Sendable {
  let explicit: (any Clock<Duration>)?

  /// Suspends for a duration.
  ///
  /// - Throws: `CancellationError` once the effect was cancelled, even if the clock does not look.
  func sleep(for duration: Duration) async throws {
    if duration > .zero {
      try await clock.sleep(for: duration)
    }
    try Task.checkCancellation()
  }

  private var clock: any Clock<Duration> {
    explicit ?? EffectRunCore.current?.table.options.clock ?? ContinuousClock()
  }
}
