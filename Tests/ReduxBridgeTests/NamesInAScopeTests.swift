#if Exhaustive
import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// A scope passed where a name is expected: a name of its own, with a warning of the compiler.
@MainActor
@Suite struct NamesInAScopeTests {
  /// A call of a deprecated method, made without a warning.
  @MainActor
  private protocol Call {
    associatedtype Target
    associatedtype Result
    func make(_ target: Target) -> Result
  }

  private static let rows = EffectScope("rows")

  private func call<C: Call>(_ call: C, _ target: C.Target) -> C.Result { call.make(target) }

  /// Runs until it is cancelled, under the name of the scope, and inside the scope.
  private let loads = EffectProgram<String>.merge([
    .run(EffectOptions(id: EffectID(Self.rows))) { _ in try await untilCancelled() },
    .run(EffectOptions(id: "load")) { _ in try await untilCancelled() }.scoped(to: Self.rows),
  ])

  /// Expects that each call cancels the effect of that name alone, and the selector for the scope the one inside it.
  private func expectName(_ store: some StoreEngine<some Any, String>, _ cancels: [@MainActor () -> Void]) {
    for cancel in cancels {
      store.send("load")
      #expect(store.runningTaskCount == 2)
      cancel()
      #expect(store.runningTaskCount == 1)
      #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Self.rows)))
      store.cancel(.scope(Self.rows))
      #expect(store.runningTaskCount == 0)
    }
  }

  private struct OfStore: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) { store.cancel(id: rows) }
  }

  private struct OfProgram: Call {
    @available(*, deprecated)
    func make(_ action: String) -> EffectProgram<String> { .cancel(id: rows) }
  }

  private struct OfSelector: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) { store.cancel(.id(rows)) }
  }

  private struct OfQuestion: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) -> Bool { store.isTaskRunning(id: rows) }
  }

  @Test func `a question about a scope is about one name`() {
    let store = ScriptStore<String> { _ in loads }
    store.send("load")
    #expect(call(OfQuestion(), store))
    call(OfStore(), store)
    #expect(store.runningTaskCount == 1)
    #expect(!call(OfQuestion(), store))
  }

  @Test func `a scope is one name for a store, a selector and a program`() {
    let store = ScriptStore<String> { action in action == "load" ? loads : call(OfProgram(), action) }
    expectName(store, [{ call(OfStore(), store) }, { call(OfSelector(), store) }, { store.send("cancel") }])
  }

  private struct OfElm: Call {
    @available(*, deprecated)
    func make(_ action: String) -> ElmEngine.Effect<String> { .cancel(rows) }
  }

  private struct OfElmInTheCommonWord: Call {
    @available(*, deprecated)
    func make(_ action: String) -> ElmEngine.Effect<String> { .cancel(id: rows) }
  }

  private struct OfElmStore: Call {
    @available(*, deprecated)
    func make(_ store: ElmEngine.Store<Int, String>) { store.cancel(rows) }
  }

  @Test func `a scope is one name in ElmEngine`() {
    let store = ElmEngine.Store<Int, String>(initialState: 0) {
      (_: inout Int, action: String) -> ElmEngine.Effect<String> in
      switch action {
      case "load": .program(loads)
      case "cancel": call(OfElm(), action)
      default: call(OfElmInTheCommonWord(), action)
      }
    }
    expectName(
      store,
      [{ call(OfElmStore(), store) }, { store.send("cancel") }, { store.send("cancel in the common word") }]
    )
  }

  private struct OfView: Call {
    @available(*, deprecated)
    func make(_ event: String) -> EffectViewEngine.Effect<String, Void> { .cancel(rows) }
  }

  private struct OfViewInTheCommonWord: Call {
    @available(*, deprecated)
    func make(_ event: String) -> EffectViewEngine.Effect<String, Void> { .cancel(id: rows) }
  }

  private struct OfHost: Call {
    @available(*, deprecated)
    func make(_ host: EffectHost<Int, String, Void>) { host.cancel(rows) }
  }

  @Test func `a scope is one name in EffectViewEngine`() {
    let host = EffectHost<Int, String, Void>(state: 0) { _, event in
      switch event {
      case "load": .program(loads)
      case "cancel": call(OfView(), event)
      default: call(OfViewInTheCommonWord(), event)
      }
    }
    expectName(
      host,
      [{ call(OfHost(), host) }, { host.send("cancel") }, { host.send("cancel in the common word") }]
    )
  }

  private struct OfTask: Call {
    @available(*, deprecated)
    func make(_ action: String) -> ActionTask<String, ClosureFeature.Nothing> { .cancel(id: rows) }
  }

  private struct OfFeatureStore: Call {
    @available(*, deprecated)
    func make(_ store: FeatureEngine.Store<ClosureFeature>) { store.cancelTask(id: rows) }
  }

  @Test func `a scope is one name in FeatureEngine`() {
    let feature = ClosureFeature { action in action == "load" ? .program(loads) : call(OfTask(), action) }
    let store = FeatureEngine.Store(initialState: ClosureFeature.Nothing(), feature: feature)
    expectName(store, [{ call(OfFeatureStore(), store) }, { store.send("cancel") }])
  }
}
#endif
