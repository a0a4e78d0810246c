public import StoreCore

extension Effect {
  /// The same effect in the vocabulary that all engines share, as the store runs it.
  @inlinable
  public var program: EffectProgram<Action> {
    switch self {
    case .none:
      .none
    case .sequence(let members):
      .sequence(members.map(\.program))
    case .task(let operation):
      .task(operation: operation)
    case .cancellable(let operation, let id):
      .task(EffectOptions(id: id), operation: operation)
    case .stream(let stream, let id):
      .stream(stream, EffectOptions(id: id))
    case .cancel(let id):
      .cancel(.id(id))
    case .merge(let members):
      .merge(members.map(\.program))
    case .program(let program):
      program
    }
  }

  /// Whether there is nothing to do, without a look into composites.
  @inlinable
  var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
