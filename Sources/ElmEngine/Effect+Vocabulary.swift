public import StoreCore

// What this engine does in its own way of the vocabulary that the effects of all engines share.
extension Effect: StoreEffect {
  /// Runs an operation under a name, and sends the action that it returns.
  ///
  /// A running effect of the same name is cancelled first. The effect is a `cancellable`, Swift Tea's word for it.
  public static func task(
    id: some Hashable & Sendable,
    _ operation: @escaping @concurrent @Sendable () async throws -> Action
  ) -> Effect {
    .cancellable(operation, EffectID(id))
  }

  /// Cancels the effects of a name.
  public static func cancel(id: EffectID) -> Effect {
    .cancel(id)
  }

  /// Runs the effects of an array one after another.
  @inlinable
  public static func sequence(_ members: [Effect]) -> Effect {
    .sequence(EffectMembers(members) { $0.members })
  }

  /// Starts the effects of an array together, in the given order.
  @inlinable
  public static func merge(_ members: [Effect]) -> Effect {
    .merge(EffectMembers(members) { $0.members })
  }
}

/// A store of this engine, in a file that imports several.
public typealias ElmStore<State, Action: Sendable> = Store<State, Action>
