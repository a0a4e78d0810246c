import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Promises 3 to 6: identity, replacing, and a cancel that is immediate, final and no error.
@MainActor
@Suite struct CancellationTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(executor: executor, observers: [log]) }

  /// A store that starts a run named by the action's text; the run waits at the gate, ignoring its cancellation.
  private func stubbornStore(_ gate: Gate, policy: LaunchPolicy = .replace) -> ScriptStore<String> {
    ScriptStore(options: options) { action in
      guard action.hasPrefix("start") else { return .none }
      return .run(EffectOptions(id: "work", policy: policy)) { send in
        send("begun by \(action)")
        await gate.pass()
        send("ended by \(action)")
      }
    }
  }

  @Test func `start and cancel in one turn leaves nothing running`() async {
    let gate = Gate()
    let store = stubbornStore(gate)
    store.send("start")
    store.cancel(.id("work"))
    #expect(!store.isTaskRunning(id: "work"))
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(gate.arrivals == 0, "a cancelled effect never starts")
    #expect(store.state == ["start"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `an action that was enqueued before a cancel is handled after it, and takes the name`() async {
    let gate = Gate()
    let store = stubbornStore(gate)
    store.send("start")
    store.enqueue("start again")
    store.cancel(.id("work"))
    #expect(store.state == ["start", "start again"])
    #expect(store.isTaskRunning(id: "work"))
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "start again", "begun by start again", "ended by start again"])
  }

  @Test func `after a cancel nothing that the run sends is handled`() async {
    let gate = Gate()
    let store = stubbornStore(gate)
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "begun by start"])
    #expect(log.events("dropped") == ["dropped ended by start of work"])
  }

  @Test func `what a run sent before its cancel is dropped if it was not handled yet`() async {
    let sent = Counter()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run(EffectOptions(id: "work")) { send in
        send("too late")
        sent.add()
        try await untilCancelled()
      }
    }
    store.send("start")
    _ = executor.runUntilIdle()
    #expect(sent.value == 1)
    store.cancel(.id("work"))
    await store.settle()
    #expect(store.state == ["start"])
    #expect(log.events("dropped") == ["dropped too late of work"])
  }

  @Test func `a cancel between the end of a run and its completion drops its action`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "start" ? .task(EffectOptions(id: "work")) { "result" } : .none
    }
    store.send("start")
    _ = executor.runUntilIdle()
    #expect(store.isTaskRunning(id: "work"), "a run ends on the main actor, when its action is handled")
    store.cancel(.id("work"))
    await store.settle()
    #expect(store.state == ["start"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a run that ignores its cancel drains and releases its name`() async {
    let gate = Gate()
    let store = stubbornStore(gate)
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    #expect(!store.isTaskRunning(id: "work"))
    #expect(store.runtime.drainingEffects.map(\.id) == ["work"])
    store.send("start again")
    #expect(store.isTaskRunning(id: "work"))
    #expect(store.runningTaskCount == 1)
    await store.settle()
    gate.open()
    await store.settle()
    #expect(store.runtime.drainingEffects.isEmpty)
    #expect(store.state.last == "ended by start again")
    #expect(!store.state.contains("ended by start"))
    #expect(log.events("drained") == ["drained work"])
  }

  @Test func `the end of a replaced run does not remove its successor`() async {
    let old = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      .run(EffectOptions(id: "work")) { _ in
        if action == "old" { await old.pass() } else { try await untilCancelled() }
      }
    }
    store.send("old")
    await store.settle()
    store.send("new")
    await store.settle()
    old.open()
    await store.settle()
    #expect(store.isTaskRunning(id: "work"))
    store.cancel(.id("work"))
    #expect(!store.isTaskRunning(id: "work"))
    await store.settle()
    #expect(log.events("cancelled") == ["cancelled work"])
  }

  @Test func `a cancel by name finds the live run after a cancelled one`() async {
    let gate = Gate()
    let store = stubbornStore(gate)
    store.send("start 1")
    await store.settle()
    store.cancel(.id("work"))
    store.send("start 2")
    await store.settle()
    store.cancel(.id("work"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.state.filter { $0.hasPrefix("ended") }.isEmpty)
  }

  @Test func `a launch cancels the older run of its name first`() async {
    let store = stubbornStore(Gate())
    store.send("start 1")
    await store.settle()
    store.send("start 2")
    #expect(store.runningTaskCount == 1)
    let events = log.events.filter { $0.hasSuffix(" work") }
    #expect(events == ["started work", "replaced work", "started work"])
  }

  @Test func `ten thousand restarts of one name leave nothing running`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      action < 0 ? .none : .task(EffectOptions(id: "work")) { try await untilCancelled() }
    }
    for number in 0..<10_000 { store.send(number) }
    #expect(store.runningTaskCount == 1)
    store.cancel(.id("work"))
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(store.state == Array(0..<10_000))
  }

  @Test func `concurrent runs share a name, and a cancel takes all of them`() async {
    let gate = Gate()
    let store = stubbornStore(gate, policy: .concurrent)
    store.send("start 1")
    store.send("start 2")
    store.send("start 3")
    await store.settle()
    #expect(store.runningTaskCount == 3)
    #expect(store.runtime.runningEffects.map(\.id) == ["work", "work", "work"])
    store.cancel(.id("work"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.state.filter { $0.hasPrefix("ended") }.isEmpty)
  }

  @Test func `selectors select what they name`() {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      let id = action.isEmpty ? nil : EffectID(action)
      return .task(EffectOptions(id: id)) { try await untilCancelled() }
    }
    func running() -> [String] { store.runtime.runningEffects.map { $0.id?.description ?? "" } }
    for name in ["a1", "a2", "b1", "b2", ""] { store.send(name) }
    store.cancel(.id("a1"))
    store.cancel(.id(1))
    store.cancel(.id("a2" as Substring))
    #expect(running() == ["a2", "b1", "b2", ""])
    store.cancel(.ids(["a2", "b2", "unknown"]))
    #expect(running() == ["b1", ""])
    store.cancel(.matching { $0.description.hasPrefix("b") })
    #expect(running() == [""])
    store.cancel(.all)
    #expect(running() == [])
  }

  @Test func `a selector's condition may call the store`() {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      .task(EffectOptions(id: EffectID(action))) { try await untilCancelled() }
    }
    store.send("a")
    store.cancel(.matching { id in MainActor.assumeIsolated { store.isTaskRunning(id: id) } })
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a cancellation handler may call the store`() async {
    let store = ScriptStore(String.self, options: options)
    store.launch(
      .run(EffectOptions(id: "calling")) { _ in
        await withTaskCancellationHandler {
          do { try await untilCancelled() } catch {}
        } onCancel: {
          MainActor.assumeIsolated {
            store.cancel(.all)
            store.send("running \(store.runningTaskCount)")
          }
        }
      }
    )
    await store.settle()
    store.cancel(.all)
    #expect(store.state == ["running 0"])
  }

  @Test func `tokens are unique and increase`() {
    let first = ScriptStore { (_: Int) in .task { try await untilCancelled() } }
    let second = ScriptStore { (_: Int) in .task { try await untilCancelled() } }
    for number in 0..<100 {
      first.send(number)
      second.send(number)
    }
    let tokens = (first.runtime.runningEffects + second.runtime.runningEffects).map(\.token)
    #expect(Set(tokens).count == 200)
    #expect(first.runtime.runningEffects.map(\.token) == first.runtime.runningEffects.map(\.token).sorted())
    #expect(tokens[0] < tokens[100])
  }

  @Test func `a result that is dropped at its completion is reported`() async {
    let store = ScriptStore(String.self, options: options)
    store.launch(.task(EffectOptions(id: "work")) { "result" })
    _ = executor.runUntilIdle()
    store.cancel(.id("work"))
    await store.settle()
    #expect(log.events == ["started work", "cancelled work", "dropped result of work", "drained work"])
  }

  @Test func `a result that arrives after the cancel is reported`() async {
    let gate = Gate()
    let store = ScriptStore(String.self, options: options)
    store.launch(
      .task(EffectOptions(id: "work")) {
        await gate.pass()
        return "result"
      }
    )
    await store.settle()
    store.cancel(.id("work"))
    gate.open()
    await store.settle()
    #expect(log.events == ["started work", "cancelled work", "dropped result of work", "drained work"])
  }

  @Test func `no effects start for an action whose handle is cancelled while it is handled`() async {
    var handle: SendHandle?
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { action in
      switch action {
      case "first":
        handle = store?.send("second")
        return .none
      case "second":
        handle?.cancel()
        return .sequence([.task(EffectOptions(id: "work")) { "never" }, .task { "never either" }])
      default: return .none
      }
    }
    store?.send("first")
    #expect(store?.runningTaskCount == 0)
    await store?.settle()
    #expect(store?.state == ["first", "second"])
    #expect(handle?.isFinished == true)
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test func `nothing more starts once an effect's own action has cancelled its handle`() async {
    var handle: SendHandle?
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start": return .task { "child" }
      case "child":
        handle?.cancel()
        return .task { "never" }
      default: return .none
      }
    }
    handle = store.send("start")
    await store.settle()
    #expect(store.state == ["start", "child"])
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `what a run sent before its cancel is dropped also without observers`() {
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run(EffectOptions(id: "work")) { send in
        send("too late")
        try await untilCancelled()
      }
    }
    store.send("start")
    _ = executor.runUntilIdle()
    store.cancel(.id("work"))
    store.send("later")
    #expect(store.state == ["start", "later"])
  }

  @Test func `a performed action that is dropped leaks nothing`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run(EffectOptions(id: "work")) { await $0.perform("too late") }
    }
    store.send("start")
    _ = executor.runUntilIdle()
    store.cancel(.id("work"))
    await store.settle()
    #expect(store.state == ["start"])
    #expect(log.events("dropped") == ["dropped too late of work"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a performed action is not handled while its tree is being cancelled`() {
    final class Sender: RuntimeObserver {
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<String>?
      func receive(_ event: RuntimeEvent) {
        guard case .effectEnded(_, .cancelled) = event.kind else { return }
        MainActor.assumeIsolated { _ = store?.send("from the observer") }
      }
    }
    let sender = Sender()
    let options = StoreOptions(executor: executor, observers: [sender])
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run { await $0.perform("too late") }
    }
    sender.store = store
    let handle = store.send("start")
    _ = executor.runUntilIdle()
    handle.cancel()
    #expect(store.state == ["start", "from the observer"])
  }

  @Test func `what a run caused is still waited for after a cancel between its end and its completion`() async {
    let first = Gate()
    let second = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start":
        .run(EffectOptions(id: "work")) { send in
          send("child")
          await first.pass()
        }
      case "child": .run { _ in await second.pass() }
      default: .none
      }
    }
    let handle = store.send("start")
    await store.settle()
    first.open()
    _ = executor.runUntilIdle()
    store.cancel(.id("work"))
    second.open()
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
    await handle.tree
  }

  @Test func `a launch that is cancelled before it begins does nothing and leaks nothing`() {
    var store: ScriptStore<String>?
    store = ScriptStore { action in
      guard action == "first" else { return .none }
      store?.launch(.emit("never")).cancel()
      store?.launch(.emit("launched"))
      return .none
    }
    store?.send("first")
    #expect(store?.state == ["first", "launched"])
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test func `a run that is cancelled while its task is created has its task cancelled`() {
    let gate = Gate()
    let handle = Mutex(SendHandle())
    let isTaskCancelled = Mutex(false)
    var store: ScriptStore<String>?
    store = ScriptStore(options: StoreOptions(executor: InlineExecutor(), observers: [log])) { _ in
      let launched = store?.launch(
        .run(EffectOptions(id: "work")) { _ in
          handle.withLock { $0 }.cancel()
          await gate.pass()
          isTaskCancelled.withLock { $0 = Task.isCancelled }
        }
      )
      handle.withLock { $0 = launched ?? SendHandle() }
      return .none
    }
    store?.send("start")
    #expect(log.events.dropFirst() == ["started work", "cancelled work"])
    gate.open()
    #expect(isTaskCancelled.withLock { $0 })
    #expect(log.events.last == "drained work")
  }

  @Test func `a run that ends while its task is created completes`() {
    let told = Mutex<[String]>([])
    let log = log
    let store = ScriptStore(String.self, options: StoreOptions(executor: InlineExecutor(), observers: [log]))
    store.launch(
      .task(EffectOptions(id: "work")) {
        told.withLock { $0 = log.events }
        return "result"
      }
    )
    #expect(told.withLock { $0 } == ["started work"], "told before its task was made")
    #expect(store.isTaskRunning(id: "work"))
    store.runtime.core.drainWhenDue()
    #expect(store.state == ["result"])
    #expect(!store.isTaskRunning(id: "work"))
  }

  @Test func `a cancelled run that ended while its task was created does not drain for ever`() {
    let store = ScriptStore(String.self, options: StoreOptions(executor: InlineExecutor(), observers: [log]))
    store.launch(.task(EffectOptions(id: "work")) { "result" })
    store.cancel(.id("work"))
    #expect(log.events == ["started work", "cancelled work", "dropped result of work", "drained work"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `draining effects are listed in the order of their launches`() async {
    let gate = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      .run(EffectOptions(id: EffectID(action))) { _ in await gate.pass() }
    }
    let names = ["a", "b", "c", "d"]
    for name in names { store.send(name) }
    await store.settle()
    for name in ["c", "a", "d", "b"] { store.cancel(.id(EffectID(name))) }
    #expect(store.runtime.drainingEffects.map(\.id?.description) == names)
    gate.open()
  }
}
