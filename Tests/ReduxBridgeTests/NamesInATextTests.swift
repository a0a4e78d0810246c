#if Exhaustive
import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// A string passed where names are expected: one name, and not one for each of its characters.
@MainActor
@Suite struct NamesInATextTests {
  /// A call of a deprecated method, made without a warning.
  @MainActor
  private protocol Call {
    associatedtype Target
    func make(_ target: Target) -> Target
  }

  @Observable
  final class Nothing {}

  struct Loading: Feature {
    enum Action: Sendable { case load, cancel }

    let canceling: @MainActor () -> ActionTask<Action, Nothing>

    func handle() -> ActionHandler<Action, Nothing> {
      ActionHandler { action, _ in
        action == .load ? .run(id: "load") { _ in try await untilCancelled() } : canceling()
      }
    }
  }

  private struct OfStore: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) -> ScriptStore<String> {
      store.cancel(ids: "load")
      return store
    }
  }

  private struct OfProgram: Call {
    @available(*, deprecated)
    func make(_ program: EffectProgram<String>) -> EffectProgram<String> { .cancel(ids: "load") }
  }

  private struct OfElm: Call {
    @available(*, deprecated)
    func make(_ effect: ElmEngine.Effect<String>) -> ElmEngine.Effect<String> { .cancel(ids: "load") }
  }

  private struct OfView: Call {
    @available(*, deprecated)
    func make(_ effect: EffectViewEngine.Effect<String, Void>) -> EffectViewEngine.Effect<String, Void> {
      .cancel(ids: "load")
    }
  }

  private struct OfTask: Call {
    @available(*, deprecated)
    func make(_ task: ActionTask<Loading.Action, Nothing>) -> ActionTask<Loading.Action, Nothing> {
      .cancel(ids: "load")
    }
  }

  private struct OfFeatureStore: Call {
    @available(*, deprecated)
    func make(_ store: FeatureEngine.Store<Loading>) -> FeatureEngine.Store<Loading> {
      store.cancelTasks(ids: "load")
      return store
    }
  }

  private let load = EffectProgram<String>.run(id: "load") { _ in try await untilCancelled() }

  private func call<C: Call>(_ call: C, _ target: C.Target) -> C.Target { call.make(target) }

  @Test func `a string passed for several names is one name for a store and a program`() {
    let store = ScriptStore<String> { action in action == "load" ? load : call(OfProgram(), .none) }
    store.send("load")
    #expect(store.isTaskRunning(id: "load"))
    store.send("cancel")
    #expect(!store.isTaskRunning(id: "load"))
    store.send("load")
    _ = call(OfStore(), store)
    #expect(!store.isTaskRunning(id: "load"))
  }

  @Test func `a string passed for several names is one name in ElmEngine and EffectViewEngine`() {
    let elm = ElmEngine.Store<Int, String>(initialState: 0) {
      (_: inout Int, action: String) -> ElmEngine.Effect<String> in
      action == "load" ? .program(load) : call(OfElm(), .none)
    }
    let host = EffectHost<Int, String, Void>(state: 0) { _, event in
      event == "load" ? .program(load) : call(OfView(), .cancel("other"))
    }
    for name in ["load", "cancel"] {
      elm.send(name)
      host.send(name)
      let count = name == "load" ? 1 : 0
      #expect(elm.runningTaskCount == count)
      #expect(host.runningTaskCount == count)
    }
  }

  @Test func `a string passed for several names is one name in FeatureEngine`() {
    let store = FeatureEngine.Store(
      initialState: Nothing(),
      feature: Loading { call(OfTask(), .none) }
    )
    store.send(.load)
    #expect(store.runningTaskCount == 1)
    store.send(.cancel)
    #expect(store.runningTaskCount == 0)
    store.send(.load)
    _ = call(OfFeatureStore(), store)
    #expect(store.runningTaskCount == 0)
  }
}
#endif
