public import StoreCore

extension Effect {
  /// Waits before each operation begins, on the store's clock or a given one.
  ///
  /// The effect is registered at once, and a cancel ends the wait. An action or a cancel waits too; inside a composite
  /// that is delayed they do not.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> Effect {
    .program(program.delay(for: duration, clock: clock))
  }

  /// Begins once no newer effect of the same name was launched for a while.
  ///
  /// A composite waits as a whole, and is known by the name.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    .program(program.debounce(id: id, for: duration, clock: clock))
  }

  /// Begins at most once of a name within each interval.
  ///
  /// With both edges, the default, the first one begins at once and the newest one at the end of the interval. A
  /// composite begins as a whole, and is known by the name.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    .program(program.throttle(id: id, for: duration, edges: edges, clock: clock))
  }

  /// Fails each operation that takes longer than a duration with an `EffectTimeoutError`.
  ///
  /// An action or a cancel takes no time: around it the modifier is ignored, with an issue.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> Effect {
    .program(program.timeout(after: duration, clock: clock))
  }

  /// Runs each operation again when it fails, under the same name and token.
  ///
  /// A given stream cannot be had twice and fails at once; use ``stream(id:make:)``. An action or a cancel cannot fail:
  /// around it the modifier is ignored, with an issue.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> Effect {
    .program(program.retry(policy, clock: clock))
  }

  /// Forwards the elements of a sequence that is made when the effect begins, and made anew for each retry.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    id: some Hashable & Sendable,
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> Effect where Elements.Element == Action {
    .program(.stream(EffectOptions(id: EffectID(id)), make: make))
  }

  /// Forwards the elements of a sequence at a limited rate, on the store's clock or a given one.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable,
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect where Elements.Element == Action {
    .program(.stream(elements, EffectOptions(id: EffectID(id)), rate: rate, clock: clock))
  }

  /// Forwards the elements of a sequence that is made when the effect begins, and anew for each retry, at a limited rate.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    id: some Hashable & Sendable,
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil,
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> Effect where Elements.Element == Action {
    .program(.stream(EffectOptions(id: EffectID(id)), rate: rate, clock: clock, make: make))
  }
}
