public import StoreCore

extension Effect {
  /// Runs an operation that can send actions at any time.
  ///
  /// ```swift
  /// .run { send in
  ///   for step in 1...3 { send(.progressed(step)) }
  /// }
  /// ```
  public static func run(
    _ operation: @escaping @concurrent @Sendable (Send<Action>) async throws -> Void
  ) -> Effect {
    .program(.run(operation: operation))
  }

  /// Runs, under a name, an operation that can send actions at any time.
  public static func run(
    id: some Hashable & Sendable,
    _ operation: @escaping @concurrent @Sendable (Send<Action>) async throws -> Void
  ) -> Effect {
    .program(.run(EffectOptions(id: EffectID(id)), operation: operation))
  }

  /// Forwards the elements of a sequence that is made when the effect begins, and again for each retry.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    id: some Hashable & Sendable,
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> Effect where Elements.Element == Action {
    .program(.stream(EffectOptions(id: EffectID(id)), make: make))
  }

  /// Forwards the elements of a sequence at a limited rate, on the store's clock or on `clock`.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable,
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect where Elements.Element == Action {
    .program(.stream(elements, EffectOptions(id: EffectID(id)), rate: rate, clock: clock))
  }

  /// Forwards, at a limited rate, the elements of a sequence made when the effect begins, and again for each retry.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    id: some Hashable & Sendable,
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil,
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> Effect where Elements.Element == Action {
    .program(.stream(EffectOptions(id: EffectID(id)), rate: rate, clock: clock, make: make))
  }
}
