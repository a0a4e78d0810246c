import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing

// One effect of the cookbook on each engine.

private enum LoadAction: Equatable, Sendable {
  case load
  case loaded(String)
  case failed(String)
}

private struct Offline: Error {}

@Observable
private final class Handled {
  var actions: [LoadAction] = []
}

@MainActor
@Suite struct SpellingTests {
  private struct LoadFeature: Feature {
    let load: ActionTask<LoadAction, Handled>

    func handle() -> ActionHandler<LoadAction, Handled> {
      ActionHandler { [load] action, state in
        state.actions.append(action)
        return action == .load ? load : .none
      }
    }
  }

  private struct LoadReduce: EffectFeatureType {
    let load: EffectProgram<LoadAction>

    func reduce(into state: inout [LoadAction], action: LoadAction) async { state.append(action) }

    func effect(of action: LoadAction, state: [LoadAction]) -> EffectProgram<LoadAction> {
      action == .load ? load : .none
    }
  }

  private let options = TestBench(isTraced: false).options

  private func handled<Engine: StoreEngine<[LoadAction], LoadAction>>(by store: Engine) async -> [LoadAction] {
    await store.perform(.load)
    return store.state
  }

  @Test(arguments: [true, false])
  func `an effect with a name and an answer to its error`(isOnline: Bool) async {
    @Sendable func fetch() async throws -> String {
      guard isOnline else { throw Offline() }
      return "a"
    }
    let elm: ElmEngine.Effect<LoadAction> =
      .task(id: "load") { .loaded(try await fetch()) }.catch { error in .failed("\(error)") }
    let feature: ActionTask<LoadAction, Handled> =
      .task(id: "load") { _ in .loaded(try await fetch()) }.recover { error, _ in .send(.failed("\(error)")) }
    let view: EffectViewEngine.Effect<LoadAction, Void> =
      .task(id: "load") { _ in .loaded(try await fetch()) }.catch { error in .failed("\(error)") }
    let redux: EffectProgram<LoadAction> =
      .task(id: "load") { .loaded(try await fetch()) }.catch { error in .send(.failed("\(error)")) }

    let expected: [LoadAction] = [.load, isOnline ? .loaded("a") : .failed("Offline()")]
    let elmStore = ElmStore<[LoadAction], LoadAction>(initialState: [], options: options) {
      (state: inout [LoadAction], action: LoadAction) in
      state.append(action)
      return action == .load ? elm : .none
    }
    #expect(await handled(by: elmStore) == expected)
    let host = EffectHost<[LoadAction], LoadAction, Void>(state: [], options: options) { state, event in
      state.append(event)
      return event == .load ? view : nil
    }
    host.appear()
    #expect(await handled(by: host) == expected)
    let reduxStore = ReduxStore(feature: LoadReduce(load: redux), initialState: [], options: options)
    #expect(await handled(by: reduxStore) == expected)
    let featureStore = FeatureStore(initialState: Handled(), feature: LoadFeature(load: feature), options: options)
    await featureStore.perform(.load)
    #expect(featureStore.state.actions == expected)
  }
}
