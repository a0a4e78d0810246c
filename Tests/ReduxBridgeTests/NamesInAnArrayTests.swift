import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// An array passed where one name is expected: a name of its own, with a warning of the compiler.
@MainActor
@Suite struct NamesInAnArrayTests {
  /// A call of a deprecated method, made without a warning.
  @MainActor
  private protocol Call {
    associatedtype Target
    associatedtype Result
    func make(_ target: Target) -> Result
  }

  private static let array = ["load"]

  private func call<C: Call>(_ call: C, _ target: C.Target) -> C.Result { call.make(target) }

  /// Runs until it is cancelled, under the name of the array, and under that of the text in it.
  private let loads = EffectProgram<String>.merge(
    [EffectID(Self.array), "load"].map { id in
      .run(EffectOptions(id: id)) { _ in try await untilCancelled() }
    }
  )

  private struct OfStore: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) { store.cancel(id: array) }
  }

  private struct OfProgram: Call {
    @available(*, deprecated)
    func make(_ action: String) -> EffectProgram<String> { .cancel(id: array) }
  }

  private struct OfSelector: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) { store.cancel(.id(array)) }
  }

  private struct OfQuestion: Call {
    @available(*, deprecated)
    func make(_ store: ScriptStore<String>) -> Bool { store.isTaskRunning(id: array) }
  }

  @Test func `a question about an array is about one name`() {
    let store = ScriptStore<String> { _ in loads }
    #expect(!call(OfQuestion(), store))
    store.send("load")
    #expect(call(OfQuestion(), store))
    call(OfStore(), store)
    #expect(store.isTaskRunning(id: "load"))
    #expect(!call(OfQuestion(), store))
  }

  @Test func `an array is one name for a store, a selector and a program`() {
    let store = ScriptStore<String> { action in action == "load" ? loads : call(OfProgram(), action) }
    for cancel in [{ call(OfStore(), store) }, { call(OfSelector(), store) }, { store.send("cancel") }] {
      store.send("load")
      #expect(store.runningTaskCount == 2)
      cancel()
      #expect(store.isTaskRunning(id: "load"))
      #expect(store.runningTaskCount == 1)
    }
  }

  private struct OfElm: Call {
    @available(*, deprecated)
    func make(_ action: String) -> ElmEngine.Effect<String> { .cancel(array) }
  }

  private struct OfElmInTheCommonWord: Call {
    @available(*, deprecated)
    func make(_ action: String) -> ElmEngine.Effect<String> { .cancel(id: array) }
  }

  private struct OfElmStore: Call {
    @available(*, deprecated)
    func make(_ store: ElmEngine.Store<Int, String>) { store.cancel(array) }
  }

  @Test func `an array is one name in ElmEngine`() {
    let store = ElmEngine.Store<Int, String>(initialState: 0) {
      (_: inout Int, action: String) -> ElmEngine.Effect<String> in
      switch action {
      case "load": .program(loads)
      case "cancel": call(OfElm(), action)
      default: call(OfElmInTheCommonWord(), action)
      }
    }
    for cancel in [
      { call(OfElmStore(), store) }, { store.send("cancel") }, { store.send("cancel in the common word") },
    ] {
      store.send("load")
      #expect(store.runningTaskCount == 2)
      cancel()
      #expect(store.runningTaskCount == 1)
      #expect(store.isTaskRunning(id: "load"))
    }
  }

  private struct OfView: Call {
    @available(*, deprecated)
    func make(_ event: String) -> EffectViewEngine.Effect<String, Void> { .cancel(array) }
  }

  private struct OfViewInTheCommonWord: Call {
    @available(*, deprecated)
    func make(_ event: String) -> EffectViewEngine.Effect<String, Void> { .cancel(id: array) }
  }

  private struct OfHost: Call {
    @available(*, deprecated)
    func make(_ host: EffectHost<Int, String, Void>) { host.cancel(array) }
  }

  @Test func `an array is one name in EffectViewEngine`() {
    let host = EffectHost<Int, String, Void>(state: 0) { _, event in
      switch event {
      case "load": .program(loads)
      case "cancel": call(OfView(), event)
      default: call(OfViewInTheCommonWord(), event)
      }
    }
    for cancel in [{ call(OfHost(), host) }, { host.send("cancel") }, { host.send("cancel in the common word") }] {
      host.send("load")
      #expect(host.runningTaskCount == 2)
      cancel()
      #expect(host.runningTaskCount == 1)
      #expect(host.isTaskRunning(id: "load"))
    }
  }

  private struct OfTask: Call {
    @available(*, deprecated)
    func make(_ action: String) -> ActionTask<String, ClosureFeature.Nothing> { .cancel(id: array) }
  }

  private struct OfFeatureStore: Call {
    @available(*, deprecated)
    func make(_ store: FeatureEngine.Store<ClosureFeature>) { store.cancelTask(id: array) }
  }

  @Test func `an array is one name in FeatureEngine`() {
    let feature = ClosureFeature { action in action == "load" ? .program(loads) : call(OfTask(), action) }
    let store = FeatureEngine.Store(initialState: ClosureFeature.Nothing(), feature: feature)
    for cancel in [{ call(OfFeatureStore(), store) }, { store.send("cancel") }] {
      store.send("load")
      #expect(store.runningTaskCount == 2)
      cancel()
      #expect(store.runningTaskCount == 1)
      #expect(store.isTaskRunning(id: "load"))
    }
  }
}
