import EffectViewEngine
import StoreTesting

/// The checks for EffectViewEngine.
struct EffectViewAdapter: ConformanceAdapter {
  func makeStore(options: StoreOptions) -> EffectHost<[String], ConformanceAction, Void> {
    EffectHost(state: [], options: options) { state, event in Self.effect(event.handle(&state)) }
  }

  func handled(in state: [String]) -> [String] { state }

  private static func effect(_ effect: ConformanceEffect) -> Effect<ConformanceAction, Void> {
    switch effect {
    case .none: .sequence([])
    case .emit(let action): .event(action)
    case .run(let id, let policy, let operation):
      .throwingTask(name: id) { input, _ in
        try await operation(
          ConformanceSend {
            input($0)
          } perform: {
            await input.perform($0)
          }
        )
      }.policy(policy)
    case .stream(let id, let elements): .stream(name: id) { _ in elements }
    case .cancel(let selector): .cancel(selector)
    case .sequence(let members): .sequence(members.map(Self.effect))
    case .merge(let members): .merge(members.map(Self.effect))
    case .catching(let inner, let answer): Self.effect(inner).catch { answer($0) }
    case .answeringCancel(let inner, let answer): Self.effect(inner).onCancel { answer }
    case .named(let inner, let id, let policy): Self.effect(inner).cancellable(id: id).policy(policy)
    case .answeringRefusal(let inner, let answer): Self.effect(inner).onRefused { answer }
    case .scoped, .marked: .program(effect.program)
    }
  }
}
