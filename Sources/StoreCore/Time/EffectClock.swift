/// The clock that an effect waits on: the one given to it or to its modifier, else its store's.
///
/// In the body of any effect of any engine, ``current`` is the store's clock, whatever clock the effect was given:
///
/// ```swift
/// .task {
///   try await EffectClock.current.sleep(for: .seconds(3))
///   return .hide
/// }
/// ```
///
/// Where the body has a `send`, `send.clock` is the same clock. A handler that may suspend, such as a reduce of
/// ReduxBridge, waits on ``current`` too.
public struct EffectClock: Sendable {
  /// In the task and the child tasks of an effect, or of a handler that may suspend, the clock of its store; elsewhere
  /// the system's continuous clock.
  public static var current: any Clock<Duration> {
    (CurrentEffect.run?.table ?? EffectTable.handlerCall?.table)?.clock ?? ContinuousClock()
  }

  let explicit: (any Clock<Duration>)?

  /// About a hundred years: the system's clocks cannot add much more to the present.
  static let longestWait = Duration.seconds(100 * 365 * 86_400)

  /// A duration bounded for waits, arithmetic and reports: from zero to ``longestWait``.
  package static func wait(for duration: Duration) -> Duration {
    max(.zero, min(duration, longestWait))
  }

  /// Suspends for a duration.
  ///
  /// - Throws: `CancellationError` once the effect has been cancelled, even if the clock does not check.
  func sleep(for duration: Duration) async throws {
    let wait = Self.wait(for: duration)
    if wait > .zero { try await chosen.sleep(for: wait) }
    try Self.checkCancellation()
  }

  /// Throws if the effect, or the current task inside it, has been cancelled.
  static func checkCancellation() throws {
    // The run knows first: when it is cancelled, its task may have been made but not noted yet.
    if CurrentEffect.run?.isCancelled == true { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// The clock that was given, else that of the running effect's store.
  var chosen: any Clock<Duration> { explicit ?? Self.current }
}

extension EffectTable {
  /// The clock that effects wait on unless they were given one.
  var clock: any Clock<Duration> { options.clock ?? ContinuousClock() }
}

extension Runtime {
  /// The clock that effects wait on unless they were given one: the one in ``StoreOptions``, else the system's
  /// continuous clock.
  public nonisolated var clock: any Clock<Duration> { table.clock }

  /// The executor that effects prefer, if the store's ``StoreOptions`` have one.
  ///
  /// What a bridge to another library runs there is followed by ``settle()``, if it is one for tests.
  public nonisolated var executor: (any TaskExecutor)? { table.executor }
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
