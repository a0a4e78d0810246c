import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Stores whose actions wait for effects, or whose handlers suspend, may be stopped too.
@MainActor
@Suite struct StoppingQueueTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(executor: executor, clock: .still, observers: [log]) }

  // MARK: Sequential stores

  @Test(arguments: [false, true])
  func `a sequential store drops what waits for its effects`(startsAtOnce: Bool) async {
    let store = ScriptStore(options: options, ordering: .sequential) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .merge([
        .sequence([.task { try await untilCancelled() }, .emit("member")]),
        .task { try await untilCancelled() }.onCancel { "answer" },
      ])
    }
    let first = store.send("start")
    let second = store.send("sent")
    store.enqueue("enqueued")
    await store.settle()
    #expect(store.state == ["start"])
    store.runtime.stop()
    if startsAtOnce {
      store.runtime.start()
      store.send("after")
    }
    await store.settle()
    #expect(store.state == (startsAtOnce ? ["start", "after"] : ["start"]))
    #expect(first.isFinished && second.isFinished)
    #expect(
      Set(log.events("dropped")) == [
        "dropped sent of nobody", "dropped enqueued of nobody", "dropped answer of effect",
      ]
    )
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test func `a sequential store keeps its order after a start`() async {
    let gate = Gate()
    let store = ScriptStore(options: options, ordering: .sequential) { (action: Int) -> EffectProgram<Int> in
      guard action.isMultiple(of: 10) else { return .none }
      return .run { send in
        await gate.pass()
        send(action + 1)
      }
    }
    store.runtime.stop()
    store.send(10)
    store.enqueue(10)
    store.runtime.start()
    store.send(20)
    store.send(30)
    await store.settle()
    #expect(store.state == [20])
    gate.open()
    await store.settle()
    #expect(store.state == [20, 21, 30, 31])
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test(arguments: [false, true])
  func `a handler of a sequential store may stop the store and start it`(starts: Bool) async {
    var runtime: (@MainActor () -> Runtime<String>?)?
    let store = ScriptStore(options: options, ordering: .sequential) { (action: String) -> EffectProgram<String> in
      guard action == "now", let runtime = runtime?() else { return .none }
      runtime.enqueue("dropped")
      runtime.stop()
      runtime.send("dropped")
      if starts {
        runtime.start()
        runtime.send("after")
        runtime.launch(.task { "launched" })
      }
      return .sequence([.emit("member"), .task { "task" }])
    }
    runtime = { [weak store] in store?.runtime }
    store.send("now")
    await store.settle()
    #expect(store.state == (starts ? ["now", "after", "launched"] : ["now"]))
    #expect(store.runtime.isStopped == !starts)
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.gatedCount == 0)
  }

  // MARK: Handlers that suspend

  @Test func `a suspended handler is cancelled, and nothing of what it returns starts`() async {
    let store = SuspendingStore<String>(options: options) { action in
      guard action == "start" else { return .none }
      try? await untilCancelled()
      return .merge([.emit("emitted"), .task { "task" }, .sequence([.emit("member"), .task { "member" }])])
    }
    let handle = store.send("start")
    let wait = Task { @MainActor in await handle.tree }
    store.enqueue("waits")
    store.runtime.stop()
    await wait.value
    await store.settle()
    #expect(store.state == ["start"])
    #expect(log.events("dropped").contains("dropped waits of nobody"))
    #expect(log.events("started").isEmpty)
    store.runtime.start()
    store.send("after")
    #expect(store.state == ["start", "after"])
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test func `what is sent while the handler is suspended and the store is stopped is dropped by a start`() async {
    let gate = Gate()
    let store = SuspendingStore<String>(options: options) { action in
      guard action == "start" else { return .none }
      await gate.pass()
      return .merge([.emit("emitted"), .task { "task" }])
    }
    store.send("start")
    store.enqueue("enqueued before")
    store.send("sent before")
    store.runtime.stop()
    store.enqueue("enqueued")
    let sent = store.send("sent")
    let launched = store.launch(.emit("launched"))
    store.runtime.start()
    #expect(!store.runtime.isStopped)
    #expect(sent.isFinished && launched.isFinished)
    store.enqueue("first")
    store.send("second")
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "first", "second"])
    #expect(
      log.events("dropped") == [
        "dropped enqueued before of nobody", "dropped sent before of nobody", "dropped enqueued of nobody",
        "dropped sent of nobody", "dropped launched of nobody",
      ]
    )
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test func `a handler may stop its store and start it after a suspension`() async {
    let gate = Gate()
    var runtime: (@MainActor () -> Runtime<String>?)?
    let store = SuspendingStore<String>(options: options) { action in
      guard action == "now", let runtime = runtime?() else { return .none }
      await gate.pass()
      runtime.stop()
      runtime.send("dropped")
      runtime.start()
      runtime.send("after")
      return .sequence([.emit("member"), .task { "task" }])
    }
    runtime = { [weak store] in store?.runtime }
    store.send("now")
    gate.open()
    await store.settle()
    #expect(store.state == ["now", "after"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a handler that does not suspend may stop its store and start it too`() async {
    var runtime: (@MainActor () -> Runtime<String>?)?
    let store = SuspendingStore<String>(options: options) { action in
      guard action == "now", let runtime = runtime?() else { return .none }
      runtime.stop()
      runtime.send("dropped")
      runtime.start()
      runtime.send("after")
      return .sequence([.emit("member"), .task { "task" }])
    }
    runtime = { [weak store] in store?.runtime }
    store.send("now")
    await store.settle()
    #expect(store.state == ["now", "after"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `the result of an effect that ended while a handler was suspended is dropped`() async {
    let gate = Gate()
    let store = SuspendingStore<String>(options: options) { action in
      switch action {
      case "load": return .task(EffectOptions(id: "load")) { "loaded" }
      case "slow": await gate.pass()
      default: break
      }
      return .none
    }
    store.send("load")
    store.send("slow")
    _ = executor.runUntilIdle()
    store.runtime.stop()
    store.runtime.start()
    gate.open()
    await store.settle()
    #expect(store.state == ["load", "slow"])
    #expect(log.events("dropped") == ["dropped loaded of load"])
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `an answer to the cancel is dropped, even if the store starts again before a handler returns`() async {
    let gate = Gate()
    let store = SuspendingStore<String>(options: options) { action in
      switch action {
      case "load": return .task(EffectOptions(id: "load")) { try await untilCancelled() }.onCancel { "answer" }
      case "slow": await gate.pass()
      default: break
      }
      return .none
    }
    store.send("load")
    store.send("slow")
    store.runtime.stop()
    store.runtime.start()
    gate.open()
    await store.settle()
    #expect(store.state == ["load", "slow"])
    #expect(log.events("dropped") == ["dropped answer of load"])
    #expect(store.runtime.table.nodeCount == 0)
  }
}
