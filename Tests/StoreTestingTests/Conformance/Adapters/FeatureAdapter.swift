import FeatureEngine
import StoreTesting

/// The checks for FeatureEngine.
struct FeatureAdapter: ConformanceAdapter {
  @Observable
  final class Names {
    var all: [String] = []
  }

  struct Checked: Feature {
    typealias State = Names
    typealias Action = ConformanceAction

    func handle() -> ActionHandler<ConformanceAction, Names> {
      ActionHandler { action, state in
        // On a copy: the closure may read the state.
        var names = state.all
        let effect = action.handle(&names)
        state.all = names
        return Self.task(effect)
      }
    }

    private static func task(_ effect: ConformanceEffect) -> ActionTask<ConformanceAction, Names> {
      switch effect {
      case .none: .none
      case .emit(let action): .send(action)
      case .run(let id?, let policy, let operation):
        .run(id: id) { _, send in try await operation(ConformanceSend(send)) }.policy(policy)
      case .run(nil, let policy, let operation):
        .run { _, send in try await operation(ConformanceSend(send)) }.policy(policy)
      case .stream: .program(effect.program)
      case .cancel(let selector): .cancel(selector)
      case .sequence(let members): .concatenate(members.map(task))
      case .merge(let members): .merge(members.map(task))
      case .catching(let inner, let answer): task(inner).recover { error, _ in .send(answer(error)) }
      case .answeringCancel(let inner, let answer): task(inner).onCancel { _ in answer }
      case .named(let inner, let id, let policy): task(inner).cancellable(id: id).policy(policy)
      case .answeringRefusal(let inner, let answer): task(inner).onRefused { _ in answer }
      case .scoped, .marked: .program(effect.program)
      }
    }
  }

  func makeStore(options: StoreOptions) -> Store<Checked> {
    Store(initialState: Names(), feature: Checked(), options: options)
  }

  func handled(in state: Names) -> [String] { state.all }
}
