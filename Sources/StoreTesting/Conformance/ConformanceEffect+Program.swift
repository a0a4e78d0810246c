public import StoreCore

extension ConformanceEffect {
  /// The effect as a program: for an engine whose effects are programs, or that has no words of its own for a part.
  public var program: EffectProgram<ConformanceAction> {
    switch self {
    case .none:
      .none
    case .emit(let action):
      .emit(action)
    case .run(let id, let policy, let operation):
      .run(EffectOptions(id: id, policy: policy)) { send in try await operation(ConformanceSend(send)) }
    case .stream(let id, let elements):
      .stream(elements, EffectOptions(id: id))
    case .cancel(let id):
      .cancel(.id(id))
    case .sequence(let members):
      .sequence(members.map(\.program))
    case .merge(let members):
      .merge(members.map(\.program))
    case .catching(let effect, let answer):
      effect.program.catch { .emit(answer($0)) }
    case .answeringCancel(let effect, let answer):
      effect.program.onCancel { answer }
    }
  }
}
