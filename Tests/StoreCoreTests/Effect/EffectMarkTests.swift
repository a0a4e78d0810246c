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

  @Test func `the effects of an action that a marked effect has sent are found after that effect has ended`() async {
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

  /// A stream that yields one action and ends.
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

  @Test func `of many marked streams that have ended, none is forgotten while what it caused is running`() async {
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

  @Test func `two marks of one action each keep what it causes`() async {
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

  @Test func `nothing more of a marked sequence starts after the cancel`() async {
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

  @Test func `actions that are marked after a cancel are not cancelled by it`() {
    let store = store { [mark] action in endless(EffectID(action)).marked(by: mark) }
    store.send("a")
    mark.cancel()
    store.send("b")
    #expect(store.runtime.runningEffects.map(\.id) == ["b"])
    mark.cancel()
    #expect(store.runningTaskCount == 0)
  }

  @Test func `one mark can be used in several stores`() {
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

  @Test func `an empty program stays empty with a mark`() {
    #expect(EffectProgram<Int>.none.marked(by: mark).isNone)
  }

  @Test func `a mark keeps few places beyond its running actions`() async {
    let store = store { [mark] action in
      action == "a" ? EffectProgram.emit("b").marked(by: mark) : .none
    }
    for _ in 0..<1_000 { store.send("a") }
    #expect(mark.count <= 8)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an endless chain of actions, each with a mark that is released, leaks nothing`() async {
    let last = Locked<[EffectMark]>([])
    let store = store { action in
      guard action.count < 100 else { return endless("end") }
      let mark = EffectMark()
      // Two are kept, as in a short history.
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

  @Test func `a mark does not retain its store`() {
    var store: ScriptStore<String>? = store { [mark] _ in endless("a").marked(by: mark) }
    store?.send("a")
    weak let released = store
    store = nil
    #expect(released == nil)
    mark.cancel()
  }

  // MARK: Emitted actions

  @Test func `a cancel of an emitted action's mark spares the effects of the action that emitted it`() {
    let store = store { [mark] action in
      action == "import"
        ? .merge([endless("download"), .emit("typed")]) : endless(EffectID(action)).marked(by: mark)
    }
    store.send("import")
    #expect(store.runningTaskCount == 2)
    mark.cancel()
    #expect(store.runtime.runningEffects.map(\.id) == ["download"])
  }

  @Test func `two emitted actions each have a mark`() {
    let other = EffectMark()
    let store = store { [mark] action in
      switch action {
      case "both": .merge([.emit("a"), .emit("b")])
      case "a": endless("a").marked(by: mark)
      default: endless("b").marked(by: other)
      }
    }
    store.send("both")
    other.cancel()
    #expect(store.runtime.runningEffects.map(\.id) == ["a"])
    mark.cancel()
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `what a marked action has emitted is found by its mark`() async {
    let other = EffectMark()
    let store = store { [mark] action in
      switch action {
      case "a": EffectProgram.merge([endless("a"), .emit("b"), .emit("c")]).marked(by: mark)
      case "b": endless("b")
      default: endless("c").marked(by: other)
      }
    }
    store.send("a")
    #expect(store.runningTaskCount == 3)
    mark.cancel()
    #expect(store.runningTaskCount == 0)
    // Until the members of the merge have reported their ends.
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `each action of a long chain of marked actions costs no more than one of a short chain`() {
    let store = ScriptStore<Int>(options: StoreOptions(executor: executor)) { [mark] action in
      action == 0 ? .run { _ in try await untilCancelled() } : EffectProgram.emit(action - 1).marked(by: mark)
    }
    store.send(50_000)
    #expect(store.state.count == 50_001)
    #expect(store.runningTaskCount == 1)
    mark.cancel()
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a wait for an action includes the marked actions that it has emitted, except their streams`() async {
    let gate = Gate()
    let store = store { [mark] action in
      switch action {
      case "a": .emit("b")
      case "b":
        EffectProgram.merge([
          .task {
            await gate.pass()
            return "c"
          }, .stream(AsyncStream { _ in }, EffectOptions(id: "stream")),
        ]).marked(by: mark)
      case "c": endless("c")
      default: .none
      }
    }
    let ends = Counter()
    let handle = store.send("a")
    let own = Task {
      await handle.value
      ends.add()
    }
    await store.settle()
    #expect(ends.value == 0)
    gate.open()
    await store.settle()
    #expect(store.state == ["a", "b", "c"])
    store.runtime.cancel(.id("c"))
    await handle.tree
    #expect(ends.value == 0, "the stream is one of the action's own effects")
    mark.cancel()
    await own.value
    #expect(store.runtime.table.nodeCount == 0)
  }

  // MARK: Cancels by marked actions

  @Test(arguments: [false, true])
  func `a cancel by a mark spares the action that requests it`(isEmitted: Bool) async {
    let store = store { [mark] action in
      switch action {
      case "like": EffectProgram.merge([.task { "failed" }, endless("like")]).marked(by: mark)
      case "failed" where isEmitted: .merge([.emit("undo"), endless("failed")])
      case "failed", "undo": .merge([.cancel(.marked(by: mark)), endless("toast"), .task { "told" }])
      default: .none
      }
    }
    store.send("like")
    await store.settle()
    #expect(store.state.last == "told")
    #expect(store.runtime.runningEffects.map(\.id) == ["toast"])
    // It no longer belongs to the mark.
    mark.cancel()
    #expect(store.runtime.runningEffects.map(\.id) == ["toast"])
    store.runtime.cancel(.all)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a marked action cancels what others with its mark have caused`() {
    let store = store { [mark] action in
      EffectProgram.sequence([.cancel(.marked(by: mark)), endless(EffectID(action))]).marked(by: mark)
    }
    store.send("a")
    store.send("b")
    #expect(store.runtime.runningEffects.map(\.id) == ["b"])
    mark.cancel()
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Stores that have ended

  /// An observer that cancels the mark when it is deallocated.
  private final class Leaving: RuntimeObserver {
    let mark: EffectMark
    let ends: Counter

    init(_ mark: EffectMark, _ ends: Counter) {
      self.mark = mark
      self.ends = ends
    }

    func receive(_ event: RuntimeEvent) {}

    deinit {
      ends.add()
      mark.cancel()
    }
  }

  @Test func `an observer that is deallocated with its store may cancel the mark`() {
    let ends = Counter()
    for _ in 0..<20 {
      // Without an executor, which would retain the stores' effects.
      let options = StoreOptions(observers: [Leaving(mark, ends)])
      let store = ScriptStore<String>(options: options) { [mark] action in
        action == "a" ? EffectProgram.emit("b").marked(by: mark) : .none
      }
      store.send("a")
    }
    #expect(ends.value > 0)
  }

  // MARK: Waits

  private enum Wait: CaseIterable { case debounce, throttle, queue, scopedThrottle }

  @Test(arguments: Wait.allCases)
  private func `a marked program is found while it waits to begin`(_ wait: Wait) async {
    let (clock, gate) = (TestClock(executor: executor), Gate())
    let store = ScriptStore<String>(options: StoreOptions(executor: executor, clock: clock)) { [mark] action in
      guard action == "a" else {
        return action == "b" ? .run(EffectOptions(id: "name")) { _ in await gate.pass() } : .none
      }
      let program = EffectProgram.merge([.emit("c"), endless("c")]).marked(by: mark)
      switch wait {
      case .debounce: return program.debounce(id: "name", for: .seconds(1))
      case .throttle: return program.throttle(id: "name", for: .seconds(1), edges: .trailing)
      case .scopedThrottle:
        return program.scoped(to: "scope").throttle(id: "name", for: .seconds(1), edges: .trailing)
      case .queue: return program.cancellable(id: "name").policy(.queue(limit: 1))
      }
    }
    if wait == .queue { store.send("b") }
    store.send("a")
    #expect(store.isTaskRunning(id: "name"))
    mark.cancel()
    gate.open()
    await clock.advance(by: .seconds(2))
    await store.settle()
    #expect(!store.state.contains("c"))
    #expect(store.runningTaskCount == 0)
  }
}
