/// The clock of a time modifier: the one given to the modifier, else that of the store.
struct EffectClock: Sendable {
  let explicit: (any Clock<Duration>)?

  /// About a hundred years.
  ///
  /// The system's clocks cannot add much more to the present.
  static let longestWait = Duration.seconds(100 * 365 * 86_400)

  /// A duration as it can be waited for: from zero to ``longestWait``.
  ///
  /// What is added to a time, multiplied or told goes through here.
  static func wait(for duration: Duration) -> Duration {
    max(.zero, min(duration, longestWait))
  }

  /// Suspends for a duration.
  ///
  /// - Throws: `CancellationError` once the effect was cancelled, even if the clock does not look.
  func sleep(for duration: Duration) async throws {
    let wait = Self.wait(for: duration)
    if wait > .zero {
      try await current.sleep(for: wait)
    }
    try Self.checkCancellation()
  }

  /// Throws once the effect was cancelled, or the task inside it.
  static func checkCancellation() throws {
    // The run knows first: its task may have been made and not noted yet when it is cancelled.
    if CurrentEffect.run?.isCancelled == true { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// The clock of the effect whose task asks.
  var current: any Clock<Duration> {
    explicit ?? CurrentEffect.run?.table.clock ?? ContinuousClock()
  }
}

extension EffectTable {
  /// The clock that effects wait on unless they were given one.
  var clock: any Clock<Duration> { options.clock ?? ContinuousClock() }
}

extension Runtime {
  /// The clock that effects wait on unless they were given one: that of ``StoreOptions``, else the system's continuous
  /// clock.
  public nonisolated var clock: any Clock<Duration> { table.clock }
}

extension Send {
  /// The store's clock, for an operation that waits.
  ///
  /// ```swift
  /// .run { send in
  ///   try await send.clock.sleep(for: .seconds(3))
  ///   send(.hide)
  /// }
  /// ```
  public var clock: any Clock<Duration> { core.clock }
}

extension ActionInlet {
  /// The store's clock.
  public var clock: any Clock<Duration> { mailbox.table.clock }
}
