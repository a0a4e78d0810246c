extension EffectProgram {
  /// Handles an action as part of the transition that returned the program, before any queued action.
  ///
  /// It is `emit` in the words that the effects of all engines share.
  public static func send(_ action: Action) -> EffectProgram {
    .emit(action)
  }

  /// Runs an operation under a name, off the main actor, and sends the action that it returns.
  public static func task(
    id: some Hashable & Sendable,
    operation: @escaping @concurrent @Sendable () async throws -> Action
  ) -> EffectProgram {
    .task(EffectOptions(id: EffectID(id)), operation: operation)
  }

  /// Runs an operation under a name, off the main actor, that sends actions whenever it likes.
  public static func run(
    id: some Hashable & Sendable,
    operation: @escaping @concurrent @Sendable (Send<Action>) async throws -> Void
  ) -> EffectProgram {
    .run(EffectOptions(id: EffectID(id)), operation: operation)
  }

  /// Forwards the elements of a sequence as actions under a name, in order, until the sequence ends.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable
  ) -> EffectProgram where Elements.Element == Action {
    .stream(elements, EffectOptions(id: EffectID(id)))
  }

  /// Cancels the effects of a name.
  public static func cancel(id: some Hashable & Sendable) -> EffectProgram {
    .cancel(.id(EffectID(id)))
  }

  /// Cancels the effects of several names.
  ///
  /// Names of different types are given as `[EffectID]`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> EffectProgram {
    .cancel(.ids(ids.map { EffectID($0) }))
  }

  /// Runs programs one after another.
  public static func sequence(_ first: EffectProgram, _ others: EffectProgram...) -> EffectProgram {
    sequence([first] + others)
  }

  /// Starts programs together, in the given order.
  public static func merge(_ first: EffectProgram, _ others: EffectProgram...) -> EffectProgram {
    merge([first] + others)
  }
}
