import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct EffectMarkTests {
  private let executor = TestExecutor()
  private let mark = EffectMark()

  private func store(_ script: @escaping @MainActor (String) -> EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor), script: script)
  }

  private func endless(_ id: EffectID) -> EffectProgram<String> {
    .run(EffectOptions(id: id)) { _ in try await untilCancelled() }
  }

  @Test func `a cancel by a mark takes the effects of the marked actions, and no others`() async {
    let store = store { [mark] action in
      switch action {
      case "cancel": .cancel(.marked(by: mark))
      case "c": endless("c")
      default: endless(EffectID(action)).marked(by: mark)
      }
    }
    for action in ["a", "b", "c"] { store.send(action) }
    #expect(store.runningTaskCount == 3)
    store.send("cancel")
    #expect(store.runtime.runningEffects.map(\.id) == ["c"])
  }

  @Test func `what the effects of a marked action have caused is cancelled too`() async {
    let store = store { [mark] action in
      switch action {
      case "a": EffectProgram.task { "b" }.marked(by: mark)
      case "b": .merge([.task { "c" }, endless("b")])
      case "c": endless("c")
      default: .none
      }
    }
    store.send("a")
    await store.settle()
    #expect(store.state == ["a", "b", "c"])
    #expect(store.runningTaskCount == 2)
    mark.cancel()
    #expect(store.runningTaskCount == 0)
  }

  @Test func `the effects of an action that an effect has sent are found when that action's own have ended`() async {
    let store = store { [mark] action in
      switch action {
      case "a": .merge([.task { "b" }, endless("a")])
      case "b": EffectProgram.task { "c" }.marked(by: mark)
      case "c": .task { "d" }
      case "d": endless("d")
      default: .none
      }
    }
    store.send("a")
    await store.settle()
    #expect(store.isTaskRunning(id: "d"))
    mark.cancel()
    #expect(store.runtime.runningEffects.map(\.id) == ["a"])
  }

  /// A stream of one action, which ends behind it.
  private func elements(_ action: String) -> EffectProgram<String> {
    .stream(
      AsyncStream {
        $0.yield(action)
        $0.finish()
      }
    )
  }

  @Test func `what a stream has caused is found when the stream has ended`() async {
    let store = store { [mark] action in
      switch action {
      case "a": .task { "b" }
      case "b": elements("c").marked(by: mark)
      case "c": endless("c")
      default: .none
      }
    }
    store.send("a")
    await store.settle()
    #expect(store.isTaskRunning(id: "c"))
    mark.cancel()
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `of many marked streams that have ended none is given up while what it caused goes on`() async {
    let store = store { [mark] action in
      action.hasPrefix("a") ? elements("b\(action)").marked(by: mark) : endless(EffectID(action))
    }
    for number in 0..<20 {
      store.send("a\(number)")
      await store.settle()
    }
    #expect(store.runningTaskCount == 20)
    mark.cancel()
    #expect(store.runningTaskCount == 0)
  }

  @Test func `two marks of one action keep what it causes each by itself`() async {
    let other = Locked<EffectMark?>(EffectMark())
    let store = store { [mark] action in
      switch action {
      case "a": .task { "b" }
      case "b":
        EffectProgram.task { "c" }.marked(by: mark).marked(by: other.withLock { $0 } ?? mark)
      case "c": endless("c")
      default: .none
      }
    }
    store.send("a")
    await store.settle()
    other.withLock { $0 = nil }
    mark.cancel()
    #expect(store.runningTaskCount == 0)
  }

  @Test func `of a marked sequence nothing starts any more`() async {
    let gate = Gate()
    let store = store { [mark] action in
      action == "a"
        ? EffectProgram.sequence([
          .task {
            await gate.pass()
            return "b"
          }, .emit("c"),
        ]).marked(by: mark) : .none
    }
    store.send("a")
    mark.cancel()
    gate.open()
    await store.settle()
    #expect(store.state == ["a"])
  }

  @Test func `actions that are marked after a cancel go on`() {
    let store = store { [mark] action in endless(EffectID(action)).marked(by: mark) }
    store.send("a")
    mark.cancel()
    store.send("b")
    #expect(store.runtime.runningEffects.map(\.id) == ["b"])
    mark.cancel()
    #expect(store.runningTaskCount == 0)
  }

  @Test func `one mark can be for several stores`() {
    let (first, second) = (
      store { [mark] _ in endless("a").marked(by: mark) }, store { [mark] _ in endless("a").marked(by: mark) }
    )
    first.send("a")
    second.send("a")
    mark.cancel()
    #expect(first.runningTaskCount + second.runningTaskCount == 0)
  }

  @Test func `a marked program keeps its names, its policy and its scope`() {
    let store = store { [mark] action in
      EffectProgram.run(EffectOptions(id: "a", policy: .keepRunning)) { _ in try await untilCancelled() }
        .marked(by: mark).scoped(to: "scope")
    }
    store.send("a")
    store.send("a")
    #expect(store.runtime.runningEffects.map(\.id) == [EffectID("a").scoped(to: "scope")])
  }

  @Test func `nothing is nothing with a mark too`() {
    #expect(EffectProgram<Int>.none.marked(by: mark).isNone)
  }

  @Test func `a mark keeps no more places than it has running actions, and a few`() async {
    let store = store { [mark] action in
      action == "a" ? EffectProgram.emit("b").marked(by: mark) : .none
    }
    for _ in 0..<1_000 { store.send("a") }
    #expect(mark.count <= 8)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an endless chain of actions, each with a mark that is given up, leaves nothing behind`() async {
    let last = Locked<[EffectMark]>([])
    let store = store { action in
      guard action.count < 100 else { return endless("end") }
      let mark = EffectMark()
      // Two are kept, as a short history does.
      let former = last.withLock { marks in
        marks.append(mark)
        return marks.count > 2 ? marks.removeFirst() : nil
      }
      withExtendedLifetime(former) {}
      return EffectProgram.task { action + "a" }.marked(by: mark)
    }
    store.send("a")
    await store.settle()
    #expect(store.state.count == 100)
    #expect(store.runtime.table.nodeCount <= 5)
  }

  @Test func `a mark keeps no store`() {
    var store: ScriptStore<String>? = store { [mark] _ in endless("a").marked(by: mark) }
    store?.send("a")
    weak let released = store
    store = nil
    #expect(released == nil)
    mark.cancel()
  }
}
