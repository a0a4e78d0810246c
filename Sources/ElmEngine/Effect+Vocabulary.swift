public import StoreCore

// The vocabulary that the effects of all engines share.
extension Effect {
  /// Handles another action right after this one, before any that was sent meanwhile.
  public static func send(_ action: Action) -> Effect {
    .program(.emit(action))
  }

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
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    .cancel(EffectID(id))
  }

  /// Cancels the effects whose name is the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  public static func cancel<ID: Hashable & Sendable>(id: [ID]) -> Effect {
    .cancel(EffectID(id))
  }

  /// Cancels the effects whose name is the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  public static func cancel(id: EffectScope) -> Effect {
    .cancel(EffectID(id))
  }

  /// Cancels the effects of several names.
  ///
  /// Pass names of different types as `[EffectID]`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Effect {
    .program(.cancel(ids: ids))
  }

  /// Cancels one name: as a sequence, a string would be one name for each character.
  @available(*, deprecated, message: "A string is one name: use 'cancel(id:)'.")
  public static func cancel(ids: String) -> Effect {
    .cancel(id: ids)
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

  /// Runs effects one after another.
  public static func sequence(_ first: Effect, _ others: Effect...) -> Effect {
    .sequence([first] + others)
  }

  /// Starts effects together, in the given order.
  public static func merge(_ first: Effect, _ others: Effect...) -> Effect {
    .merge([first] + others)
  }
}

/// A store of this engine, in a file that imports several.
public typealias ElmStore<State, Action: Sendable> = Store<State, Action>
