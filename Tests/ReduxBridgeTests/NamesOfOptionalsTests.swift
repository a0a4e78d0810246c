#if Exhaustive
import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// An optional as a name or as a scope: it stands for the value in it, in every engine.
@MainActor
@Suite struct NamesOfOptionalsTests {
  private enum Load: Hashable, Sendable { case image(Int) }

  private let optional: Load? = .image(7)
  private let nothing: Load? = nil

  /// Runs until it is cancelled, under the name of the value.
  private let load = EffectProgram<String>.run(EffectOptions(id: EffectID(Load.image(7)))) { _ in
    try await untilCancelled()
  }

  @Test func `an optional name stands for its value in a store, a selector and a program`() {
    let store = ScriptStore<String> { action in action == "load" ? load : .cancel(id: optional) }
    for cancel in [{ store.cancel(id: optional) }, { store.cancel(.id(optional)) }, { store.send("cancel") }] {
      store.send("load")
      #expect(store.isTaskRunning(id: optional))
      store.cancel(id: nothing)
      #expect(store.runningTaskCount == 1)
      cancel()
      #expect(store.runningTaskCount == 0)
    }
  }

  @Test func `an optional scope stands for its value`() {
    let scope: EffectScope? = EffectScope("rows").appending(optional)
    let store = ScriptStore<String> { action in .merge([load.scoped(to: scope), load.scoped(to: "rows")]) }
    for selector in [EffectSelector.scope(scope), .scope(EffectScope("rows").appending(Load.image(7)))] {
      store.send("load")
      store.cancel(selector)
      #expect(store.runningTaskCount == 1)
    }
  }

  @Test func `an optional name stands for its value in ElmEngine`() {
    let store = ElmEngine.Store<Int, String>(initialState: 0) {
      (_: inout Int, action: String) -> ElmEngine.Effect<String> in
      switch action {
      case "load": .program(load)
      case "cancel": .cancel(optional)
      default: .cancel(id: optional)
      }
    }
    for cancel in [{ store.cancel(optional) }, { store.send("cancel") }, { store.send("cancel in the common word") }] {
      store.send("load")
      #expect(store.runningTaskCount == 1)
      cancel()
      #expect(store.runningTaskCount == 0)
    }
  }

  @Test func `an optional name stands for its value in EffectViewEngine, and nil is no name`() {
    let host = EffectHost<Int, String, Void>(state: 0) { _, event in
      switch event {
      case "load": .task(name: optional) { _, _ in try? await untilCancelled() }
      case "try": .throwingTask(name: optional) { _, _ in try await untilCancelled() }
      case "nothing":
        .merge(
          .task(name: nothing) { _, _ in try? await untilCancelled() },
          .throwingTask(name: nothing) { _, _ in try await untilCancelled() }
        )
      default: .cancel(optional)
      }
    }
    for load in ["load", "try"] {
      for cancel in [{ host.cancel(optional) }, { host.send("cancel") }] {
        host.send(load)
        #expect(host.isTaskRunning(id: Load.image(7)))
        cancel()
        #expect(host.runningTaskCount == 0)
      }
    }
    host.send("nothing")
    host.send("nothing")
    host.cancel(nothing)
    #expect(host.runningTaskCount == 4)
  }

  @Test func `an optional name stands for its value in FeatureEngine`() {
    let feature = ClosureFeature { action in action == "load" ? .program(load) : .cancel(id: optional) }
    let store = FeatureEngine.Store(initialState: ClosureFeature.Nothing(), feature: feature)
    for cancel in [{ store.cancelTask(id: optional) }, { store.send("cancel") }] {
      store.send("load")
      #expect(store.runningTaskCount == 1)
      cancel()
      #expect(store.runningTaskCount == 0)
    }
  }
}
#endif
