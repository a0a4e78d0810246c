import StoreSimulation
import StoreTesting
import Testing
import _StoreTestSupport

/// A cancel by a subscriber, while the store handles an action that an effect has sent.
@MainActor
@Suite(.observedToo) struct TransitionCancellationTests {
  private let executor = TestExecutor()
  private let gate = Gate()
  private let mark = EffectMark()
  private let store: ScriptStore<String>

  init() {
    store = ScriptStore(options: StoreOptions(executor: executor)) { [gate, mark] action in
      switch action {
      case "load":
        .run(EffectOptions(id: "loading")) { send in
          send("loaded")
          await gate.pass()
        }
        .marked(by: mark)
      case "loaded": .run(EffectOptions(id: "showing")) { _ in await gate.pass() }
      default: .none
      }
    }
  }

  /// Calls a function when the store has handled the effect's action, before the program of that begins.
  private func whenLoaded(_ body: @escaping @MainActor () -> Void) {
    store.subscribe { if $0.last == "loaded" { body() } }
  }

  @Test func `no effect of an action begins once its tree was cancelled`() async {
    let handle = store.send("load")
    whenLoaded { handle.cancel() }
    await store.settle()
    #expect(store.state == ["load", "loaded"])
    #expect(store.runningTaskCount == 0)
    gate.open()
  }

  @Test func `the mark of an effect's action also cancels what the action of the effect launches`() async {
    store.send("load")
    whenLoaded { [store] in store.cancel(id: "loading") }
    await store.settle()
    #expect(store.runtime.runningEffects.map(\.id) == ["showing"])
    mark.cancel()
    #expect(store.runningTaskCount == 0)
    gate.open()
  }

  @Test func `the tree of an effect's action waits for what the action of the effect launches`() async {
    let handle = store.send("load")
    let hasEnded = Counter()
    let wait = Task {
      await handle.tree
      hasEnded.add()
    }
    whenLoaded { [store] in store.cancel(id: "loading") }
    await store.settle()
    #expect(store.runtime.runningEffects.map(\.id) == ["showing"])
    await Task.detached { @MainActor in }.value
    #expect(hasEnded.value == 0)
    gate.open()
    await wait.value
    #expect(store.runningTaskCount == 0)
  }
}
