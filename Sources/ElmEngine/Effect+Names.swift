public import StoreCore

// Disfavoured, so that a literal means the case itself.
extension Effect {
  /// Runs an operation under a name that is any hashable value, and sends the action that it returns: ``task(id:_:)`` in the
  /// word of Swift Tea.
  @_disfavoredOverload
  public static func cancellable(
    _ operation: @escaping @concurrent @Sendable () async throws -> Action,
    _ id: some Hashable & Sendable
  ) -> Effect {
    .cancellable(operation, EffectID(id))
  }

  /// Forwards the elements of a stream as actions, under a name that is any hashable value.
  @_disfavoredOverload
  public static func stream(_ stream: AsyncStream<Action>, id: some Hashable & Sendable) -> Effect {
    .stream(stream, id: EffectID(id))
  }

  /// Forwards the elements of any asynchronous sequence as actions under a name.
  ///
  /// An error of the sequence goes where an operation's does.
  @_disfavoredOverload
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable
  ) -> Effect where Elements.Element == Action {
    .program(.stream(elements, EffectOptions(id: EffectID(id))))
  }

  /// Cancels the effects of a name that is any hashable value: `cancel(id:)` in the word of Swift Tea.
  @_disfavoredOverload
  public static func cancel(_ id: some Hashable & Sendable) -> Effect {
    .cancel(EffectID(id))
  }

  /// Cancels the selected effects.
  public static func cancel(_ selector: EffectSelector) -> Effect {
    .program(.cancel(selector))
  }
}
