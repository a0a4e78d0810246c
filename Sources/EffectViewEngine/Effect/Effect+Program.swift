public import StoreCore

extension Effect {
  /// The effect in the vocabulary that all engines share, for an environment.
  @MainActor
  @inlinable
  public func program(in env: Env) -> EffectProgram<Event> {
    switch self {
    case .task(let name, let priority, let operation):
      .runOnMainActor(EffectOptions(id: name, priority: priority)) { send in
        await operation(Input(send), env)
      }
    case .action(let action):
      .deferred { action(env).map { .emit($0) } ?? .none }
    case .event(let event):
      .emit(event)
    case .cancel(let name):
      .cancel(.id(name))
    case .sequence(let members):
      .sequence(members.map { $0.program(in: env) })
    case .merge(let members):
      .merge(members.map { $0.program(in: env) })
    case .modified(let effect, let modifier):
      effect.program(in: env).modified(by: modifier)
    case .catching(let effect, let handler):
      effect.program(in: env).catch { error in handler(error).map { .emit($0) } ?? .none }
    case .program(let make):
      make(env)
    }
  }
}
