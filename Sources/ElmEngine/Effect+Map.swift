import StoreCore

extension Effect {
  /// The same effect for another type of action, so that a child's effects serve in its parent.
  ///
  /// Names, order and cancellation are kept.
  public func map<OtherAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> OtherAction
  ) -> Effect<OtherAction> {
    switch self {
    case .none: .none
    case .sequence(let members): .sequence(members.map { $0.map(transform) })
    case .task(let operation): .task { transform(try await operation()) }
    case .cancellable(let operation, let id): .cancellable({ transform(try await operation()) }, id)
    case .stream(let stream, let id): .program(EffectProgram.stream(stream, EffectOptions(id: id)).map(transform))
    case .cancel(let id): .cancel(id)
    case .merge(let members): .merge(members.map { $0.map(transform) })
    case .program(let program): .program(program.map(transform))
    }
  }
}
