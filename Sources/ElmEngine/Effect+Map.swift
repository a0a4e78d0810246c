import StoreCore

extension Effect {
  /// The same effect for another type of action, so that a parent can return a child's effects.
  ///
  /// Names, order and cancellation are kept. So are the cases, down to the tenth level; a deeper effect becomes a
  /// ``program(_:)``, and so does a stream.
  ///
  /// Mapping a program adds one level to it, see `EffectLimits.nesting`. Mapping a bare operation wraps it in a
  /// call that cannot be counted: do not map one more often than that limit, as its release could overflow the stack.
  public func map<OtherAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> OtherAction
  ) -> Effect<OtherAction> {
    map(transform, levels: 10)
  }

  /// Bounded, so that a deep effect does not exhaust the stack.
  private func map<OtherAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> OtherAction,
    levels: Int
  ) -> Effect<OtherAction> {
    switch self {
    case .none: .none
    case .sequence(let members) where levels == 0 || members.isTooDeep,
      .merge(let members) where levels == 0 || members.isTooDeep:
      .program(program.map(transform))
    case .sequence(let members): .sequence(members.map { $0.map(transform, levels: levels - 1) })
    case .merge(let members): .merge(members.map { $0.map(transform, levels: levels - 1) })
    case .task(let operation): .task { transform(try await operation()) }
    case .cancellable(let operation, let id): .cancellable({ transform(try await operation()) }, id)
    case .stream(let stream, let id): .program(EffectProgram.stream(stream, EffectOptions(id: id)).map(transform))
    case .cancel(let id): .cancel(id)
    case .program(let program): .program(program.map(transform))
    }
  }
}
