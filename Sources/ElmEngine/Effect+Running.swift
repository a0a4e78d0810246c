public import StoreCore

extension Effect {
  /// Runs an operation that sends actions whenever it likes.
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

  /// Runs an operation under a name that sends actions whenever it likes.
  public static func run(
    id: some Hashable & Sendable,
    _ operation: @escaping @concurrent @Sendable (Send<Action>) async throws -> Void
  ) -> Effect {
    .program(.run(EffectOptions(id: EffectID(id)), operation: operation))
  }
}
