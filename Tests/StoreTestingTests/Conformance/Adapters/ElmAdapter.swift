import ElmEngine
import StoreTesting

/// The checks for ElmEngine.
struct ElmAdapter: ConformanceAdapter {
  func makeStore(options: StoreOptions) -> Store<[String], ConformanceAction> {
    Store<[String], ConformanceAction>(initialState: [], options: options) { state, action in
      var names = state
      let effect = action.handle(&names)
      return (names, Self.effect(effect))
    }
  }

  func handled(in state: [String]) -> [String] { state }

  static func effect(_ effect: ConformanceEffect) -> Effect<ConformanceAction> {
    switch effect {
    case .none: .none
    case .emit: .program(effect.program)
    case .run(let id?, let policy, let operation):
      .run(id: id) { send in try await operation(ConformanceSend(send)) }.policy(policy)
    case .run(nil, let policy, let operation):
      .run { send in try await operation(ConformanceSend(send)) }.policy(policy)
    case .stream(let id?, let elements): .stream(elements, id: id)
    case .stream(nil, _): .program(effect.program)
    case .cancel(let selector): .cancel(selector)
    case .sequence(let members): .sequence(members.map(Self.effect))
    case .merge(let members): .merge(members.map(Self.effect))
    case .catching(let inner, let answer): Self.effect(inner).catch { answer($0) }
    case .answeringCancel(let inner, let answer): Self.effect(inner).onCancel { answer }
    case .named(let inner, let id, let policy): Self.effect(inner).cancellable(id: id).policy(policy)
    case .answeringRefusal(let inner, let answer): Self.effect(inner).onRefused { answer }
    case .scoped(let inner, let scope): Self.effect(inner).scoped(to: scope)
    case .marked: .program(effect.program)
    }
  }
}
