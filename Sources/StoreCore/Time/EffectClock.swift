/// The clock that an effect waits on: the one given to it or to its modifier, else that of its store.
///
/// The body of each effect reaches its store's, whatever the effect is made by and whatever it is given:
///
/// ```swift
/// .task {
///   try await EffectClock.current.sleep(for: .seconds(3))
///   return .hide
/// }
/// ```
///
/// Where the body has a `send`, `send.clock` is the same one.
public struct EffectClock: Sendable {
  /// The clock of the store whose effect asks, from its own task or from a child task; elsewhere the system's continuous
  /// clock.
  public static var current: any Clock<Duration> { CurrentEffect.run?.table.clock ?? ContinuousClock() }

  let explicit: (any Clock<Duration>)?

  /// About a hundred years: the system's clocks cannot add much more to the present.
  static let longestWait = Duration.seconds(100 * 365 * 86_400)

  /// A duration as it can be waited for, and added to a time, multiplied and told: from zero to ``longestWait``.
  package static func wait(for duration: Duration) -> Duration {
    max(.zero, min(duration, longestWait))
  }

  /// Suspends for a duration.
  ///
  /// - Throws: `CancellationError` once the effect was cancelled, even if the clock does not look.
  func sleep(for duration: Duration) async throws {
    let wait = Self.wait(for: duration)
    if wait > .zero { try await chosen.sleep(for: wait) }
    try Self.checkCancellation()
  }

  /// Throws once the effect was cancelled, or the task inside it.
  static func checkCancellation() throws {
    // The run knows first: its task may have been made and not noted yet when it is cancelled.
    if CurrentEffect.run?.isCancelled == true { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// The one that was given, else that of the store whose effect asks.
  var chosen: any Clock<Duration> { explicit ?? Self.current }
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
  public var clock: any Clock<Duration> { core.run.table.clock }
}

extension ActionInlet {
  /// The store's clock.
  public var clock: any Clock<Duration> { mailbox.table.clock }
}
