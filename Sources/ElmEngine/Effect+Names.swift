import StoreCore

// Disfavoured, so that a literal selects the case itself.
extension Effect {
  /// Runs an operation under any hashable name, and sends the action that it returns: Swift Tea's word for
  /// ``task(id:_:)``.
  @_disfavoredOverload
  public static func cancellable(
    _ operation: @escaping @concurrent @Sendable () async throws -> Action,
    _ id: some Hashable & Sendable
  ) -> Effect {
    .cancellable(operation, EffectID(id))
  }

  /// Forwards the elements of a stream as actions, under any hashable name.
  @_disfavoredOverload
  public static func stream(_ stream: AsyncStream<Action>, id: some Hashable & Sendable) -> Effect {
    .stream(stream, id: EffectID(id))
  }

  /// Forwards the elements of any asynchronous sequence as actions under a name.
  ///
  /// An error of the sequence is handled like an operation's.
  @_disfavoredOverload
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable
  ) -> Effect where Elements.Element == Action {
    .program(.stream(elements, EffectOptions(id: EffectID(id))))
  }
}
