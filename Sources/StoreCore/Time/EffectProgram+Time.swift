extension EffectProgram {
  /// Waits before each operation of the program begins.
  ///
  /// The effect is registered at once and keeps its name and its token through the wait: it is running, and a cancel
  /// or a replacement ends it before the operation begins. Programs that an error handler returns are not delayed.
  /// Zero or less does not wait. Without a clock of its own the modifier waits on the store's.
  ///
  /// An action, or a cancel, becomes an effect that waits, and is handled then. In a sequence or a merge that is
  /// delayed the operations wait, and actions and cancels come when it is their turn.
  ///
  /// It counts inside of a ``timeout(after:clock:)`` or a ``retry(_:clock:)`` around it, and not where it is around
  /// these. What a debounce or a throttle holds back has not begun, in whichever order they are given.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> EffectProgram {
    modified(by: .operation(Delay(duration: duration, clock: EffectClock(explicit: clock))))
  }

  /// Begins once no newer effect of the same name was launched for a while.
  ///
  /// Each launch cancels the one before, whether that waits or runs, so that no other policy than
  /// ``LaunchPolicy/replace`` can be honoured under the name: another one is ignored, with an issue. A single operation
  /// is known by this name, and by one that it has already. Of any other program the whole is known by it, as by
  /// ``cancellable(id:cancelInFlight:)``: it waits, and then all of it runs.
  ///
  /// The wait comes before all that delays, limits or repeats the operations, in whichever order the modifiers are
  /// given. Without a clock of its own the modifier waits on the store's.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> EffectProgram {
    let id = EffectID(id)
    let wait = Delay(duration: duration, clock: EffectClock(explicit: clock))
    guard case .launch(let launch)? = node else {
      return modified(by: .debounce(Debounce(id: nil, wait: wait))).named(id, for: .debounce)
    }
    return launch.debounced(id, wait)
  }

  /// Begins at most once of a name within each interval.
  ///
  /// ```swift
  /// .task { .saved(try await save(draft)) }.throttle(id: "save", for: .seconds(5), edges: .both)
  /// ```
  ///
  /// An operation that is held back until the end of the interval is registered at once: it counts as running,
  /// keeps its names and its token, and a cancel takes it. A newer one takes its place. When it begins, its policy says
  /// what happens to those of the throttle's name that still run. A launch that is refused is none: observers hear of
  /// it, what waits for it goes on, and it takes nobody's place. The interval begins with the operation, and goes on
  /// when that ends, fails or is cancelled. Operations of one name share an interval, whatever program they come from.
  ///
  /// A program of more than one operation begins as a whole or not at all, and is known by the name as by
  /// ``cancellable(id:cancelInFlight:)``. When its turn comes, the one before it is cancelled if it still runs. If it
  /// is refused, cancelled or replaced before, nothing of it starts.
  ///
  /// Without a clock of its own the modifier waits on the store's.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> EffectProgram {
    let throttle = Throttle(id: EffectID(id), duration: duration, edges: edges, clock: clock)
    guard case .launch(let launch)? = node, launch.throttle == nil else {
      return modified(by: .throttle(throttle)).named(throttle.id, for: .throttle)
    }
    return launch.throttled(throttle)
  }

  /// Fails each operation that takes longer than a duration with an ``EffectTimeoutError``.
  ///
  /// The operation is cancelled then. One that ignores its cancellation is waited for, what it still sends is handled,
  /// and the error comes after it; so does a clock that ignores cancellation hold back an operation that was in time.
  /// Without a clock of its own the modifier waits on the store's.
  ///
  /// Inside a ``retry(_:clock:)`` it limits each attempt, around one all of them together. Around an action or a
  /// cancel, which take no time, it is ignored, with an issue.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> EffectProgram {
    modified(by: .operation(Timeout(duration: duration, clock: EffectClock(explicit: clock))))
  }

  /// Runs each operation again when it fails.
  ///
  /// All attempts are one effect: name and token stay, the store's hook or a ``catch(_:)`` hears of the last error
  /// alone, and after a cancel there is no further attempt. What an attempt sent before it failed stays sent. The
  /// elements of a sequence cannot be had again, so a ``stream(_:_:)`` fails at once; use ``stream(_:make:)``.
  /// Without a clock of its own the modifier waits on the store's.
  ///
  /// Around an action or a cancel, which cannot fail, it is ignored, with an issue.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> EffectProgram {
    modified(by: .operation(Retry(policy: policy, clock: EffectClock(explicit: clock))))
  }

  /// Forwards the elements of a sequence that is made when the effect begins, and made anew for each retry.
  @inlinable
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    _ options: EffectOptions = EffectOptions(),
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> EffectProgram where Elements.Element == Action {
    let body = Launch<Action>.Body.stream { try await $0.pump(make()) }
    return EffectProgram(node: .launch(Launch(body: body, options: options, isRepeatable: true)))
  }

  /// Forwards the elements of a sequence that is made when the effect begins, and made anew for each retry, at a
  /// limited rate.
  ///
  /// Without a clock of its own the limit goes by the store's.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    _ options: EffectOptions = EffectOptions(),
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil,
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> EffectProgram where Elements.Element == Action {
    let clock = EffectClock(explicit: clock)
    let body = Launch<Action>.Body.stream { try await $0.pump(make(), rate: rate, clock: clock.current) }
    return EffectProgram(node: .launch(Launch(body: body, options: options, isRepeatable: true)))
  }
}
