import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// A store that is stopped does nothing, and works again when it is started.
@MainActor
@Suite struct StoppingTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(executor: executor, observers: [log]) }

  // MARK: Before the stop

  @Test func `what was enqueued before a stop is handled first`() {
    let store = ScriptStore<Int>()
    store.enqueue(1)
    store.enqueue(2)
    store.runtime.stop()
    #expect(store.state == [1, 2])
    #expect(store.runtime.isStopped)
  }

  @Test func `the action of an effect that ended before the stop is handled first`() {
    let store = ScriptStore(options: options) { (action: Int) in action == 1 ? .task { 2 } : .none }
    store.send(1)
    _ = executor.runUntilIdle()
    #expect(store.state == [1])
    store.runtime.stop()
    #expect(store.state == [1, 2])
  }

  // MARK: Effects

  @Test func `running, queued and throttled effects are cancelled, and none begins later`() async {
    let clock = TestClock(executor: executor)
    let throttled = EffectProgram<String>.task { "throttled" }.throttle(id: "rare", for: .seconds(1), clock: clock)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "running": .task(EffectOptions(id: "running")) { try await untilCancelled() }
      case "queued": .task(EffectOptions(id: "running", policy: .queue(limit: 5))) { "late" }
      case "delayed": .task { "late" }.delay(for: .seconds(1), clock: clock)
      case "debounced": .task { "late" }.debounce(id: "calm", for: .seconds(1), clock: clock)
      case "throttle": throttled
      default: .none
      }
    }
    store.send("throttle")
    await store.settle()
    let sent = ["running", "queued", "delayed", "debounced", "throttle"]
    for action in sent { store.send(action) }
    await store.settle()
    #expect(store.runningTaskCount == 5)
    store.runtime.stop()
    #expect(store.runningTaskCount == 0)
    #expect(!store.isTaskRunning(id: "running"))
    await clock.runUntilIdle()
    store.runtime.start()
    await store.settle()
    await clock.runUntilIdle()
    #expect(store.state == ["throttle", "throttled"] + sent)
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.timerCount == 0)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a named program ends as a whole`() async {
    let store = ScriptStore(options: options) { (action: Int) -> EffectProgram<Int> in
      guard action == 1 else { return .none }
      return .sequence([.task { try await untilCancelled() }, .task { 2 }]).cancellable(id: "whole")
    }
    store.send(1)
    await store.settle()
    store.runtime.stop()
    #expect(!store.isTaskRunning(id: "whole"))
    store.runtime.start()
    await store.settle()
    #expect(store.state == [1])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [false, true])
  func `no later member of a sequence starts, even if the store starts again at once`(waits: Bool) async {
    let gate = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .merge([
        .sequence([.run { _ in await gate.pass() }, .emit("member"), .task { "task" }]),
        .sequence([.task { try await untilCancelled() }, .emit("member")]),
        .sequence([.emit("first"), .task { try await untilCancelled() }, .emit("member")]).scoped(to: 1),
      ])
    }
    let handle = store.send("start")
    await store.settle()
    store.runtime.stop()
    if waits { await store.settle() }
    store.runtime.start()
    await store.settle()
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "first"])
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.scopes.isEmpty)
  }

  @Test(arguments: [false, true])
  func `an answer to the cancel is dropped`(startsAtOnce: Bool) async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .merge([
        .task(EffectOptions(id: "a")) { try await untilCancelled() }.onCancel { "answer" },
        .task(EffectOptions(id: "b")) { try await untilCancelled() }.onCancel { "answer" },
      ])
    }
    store.send("start")
    await store.settle()
    store.runtime.stop()
    if startsAtOnce { store.runtime.start() }
    await store.settle()
    #expect(store.state == ["start"])
    #expect(log.events("dropped") == ["dropped answer of a", "dropped answer of b"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a task that ignores its cancel drains, and what it sends is dropped`() async {
    let gate = Gate()
    let store = ScriptStore(options: options) { (action: Int) in
      guard action == 1 else { return .none }
      return .run(EffectOptions(id: "stubborn")) { send in
        await gate.pass()
        send(2)
        await send.perform(3)
        await MainActor.run { _ = send.send(4) }
      }
    }
    store.send(1)
    await store.settle()
    store.runtime.stop()
    #expect(store.runtime.drainingEffects.map(\.id) == ["stubborn"])
    store.runtime.start()
    gate.open()
    await store.settle()
    #expect(store.state == [1])
    #expect(log.events("dropped") == ["dropped 2 of stubborn", "dropped 3 of stubborn", "dropped 4 of stubborn"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `elements that arrive after the stop are dropped`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: options)
    store.launch(.stream(stream, EffectOptions(id: "numbers")))
    await store.settle()
    continuation.yield(1)
    await store.settle()
    continuation.yield(2)
    _ = executor.runUntilIdle()
    store.runtime.stop()
    #expect(store.state == [1, 2], "what was there before was handled")
    store.runtime.start()
    continuation.yield(3)
    await store.settle()
    #expect(store.state == [1, 2])
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Waiters

  @Test func `waits return when the store is stopped`() async {
    let store = ScriptStore(options: options) { (action: Int) in
      .sequence([.task { try await untilCancelled() }, .task { 2 }])
    }
    let handle = store.send(1)
    let inlet = store.runtime.inlet
    let waits = [
      Task { @MainActor in await handle.value },
      Task { @MainActor in await handle.tree },
      Task { @MainActor in await inlet.perform(3, at: CallSite()) },
      Task { @concurrent in await inlet.perform(4, at: CallSite()) },
    ]
    await store.settle()
    store.runtime.stop()
    for wait in waits { await wait.value }
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `waits in the pool return when the store is stopped`() async {
    let store = ScriptStore { (action: Int) in
      .sequence([.task { try await untilCancelled() }, .task { 2 }])
    }
    let handle = store.send(1)
    let wait = Task { @MainActor in await handle.tree }
    let settling = Task { @MainActor in await store.settle() }
    // Both wait.
    await Task { @MainActor in }.value
    store.runtime.stop()
    await wait.value
    await settling.value
    #expect(store.state == [1])
  }

  // MARK: While stopped

  @Test func `what is sent to a stopped store is dropped, and observers are notified`() async {
    let store = ScriptStore(String.self, options: options) { _ in .task { "never" } }
    store.runtime.stop()
    #expect(store.send("sent").isFinished)
    store.enqueue("enqueued")
    #expect(store.launch(.emit("emitted")).isFinished)
    #expect(store.launch(.task { "launched" }).isFinished)
    #expect(store.launch(.sequence([.task { "launched" }, .emit("member")])).isFinished)
    await store.runtime.inlet.perform("performed", at: CallSite())
    let inlet = store.runtime.inlet
    await Task { @concurrent in await inlet.perform("performed elsewhere", at: CallSite()) }.value
    await store.settle()
    #expect(store.state.isEmpty)
    #expect(
      log.events == [
        "dropped sent of nobody", "dropped enqueued of nobody", "dropped emitted of nobody",
        "refused effect: stoppedStore", "refused effect: stoppedStore", "dropped member of nobody",
        "dropped performed of nobody", "dropped performed elsewhere of nobody",
      ]
    )
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `closures that make an action or a program are not called in a stopped store`() async {
    let store = ScriptStore(Int.self)
    store.runtime.stop()
    let asked = Counter()
    store.launch(
      .emit {
        asked.add()
        return 1
      }
    )
    store.launch(
      .deferred {
        asked.add()
        return .emit(1)
      }
    )
    await store.settle()
    #expect(asked.value == 0)
    #expect(store.state.isEmpty)
  }

  @Test func `a stopped store without observers drops what is sent`() async {
    let store = ScriptStore(Int.self) { _ in .emit(0) }
    store.runtime.stop()
    store.send(1)
    store.enqueue(2)
    await store.settle()
    store.send(3)
    #expect(store.state.isEmpty)
  }

  @Test func `a stopped store with a reader of actions drops what is sent`() async {
    let store = ScriptStore(Int.self)
    let actions = store.actions
    store.runtime.stop()
    store.send(1)
    store.enqueue(2)
    store.runtime.start()
    store.send(3)
    var seen: [Int] = []
    for await action in actions {
      seen.append(action)
      break
    }
    #expect(seen == [3])
    #expect(store.state == [3])
  }

  @Test func `the result of an effect is dropped if the store was stopped while handling an action`() async {
    let executor = executor
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { action in
      switch action {
      case "start":
        return .task(EffectOptions(id: "work")) { "result" }
      case "stop":
        // It ends while the handler runs.
        _ = executor.runUntilIdle()
        store?.runtime.stop()
      default: break
      }
      return .none
    }
    store?.send("start")
    store?.send("stop")
    store?.runtime.start()
    await store?.settle()
    #expect(store?.state == ["start", "stop"])
    #expect(log.events("dropped") == ["dropped result of work"])
    #expect(store?.runtime.drainingEffects.isEmpty == true)
  }

  // MARK: Starting again

  @Test func `a store works again after a start`() async {
    let store = ScriptStore(options: options) { (action: Int) -> EffectProgram<Int> in
      action.isMultiple(of: 10)
        ? .sequence([.task(EffectOptions(id: "work")) { action + 1 }, .emit(action + 2)]) : .none
    }
    for round in 1...3 {
      store.send(round * 10)
      store.runtime.stop()
      store.send(0)
      store.enqueue(0)
      store.runtime.start()
      #expect(!store.runtime.isStopped)
      await store.send(round * 100).tree
    }
    #expect(store.state == [10, 100, 101, 102, 20, 200, 201, 202, 30, 300, 301, 302])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `what was enqueued while the store was stopped is dropped by a start`() async {
    let store = ScriptStore(Int.self, options: options)
    store.runtime.stop()
    store.enqueue(1)
    store.runtime.start()
    store.enqueue(2)
    await store.settle()
    #expect(store.state == [2])
    #expect(log.events == ["dropped 1 of nobody", "handled 2"])
  }

  @Test func `repeated stops and starts have no further effect`() {
    let store = ScriptStore(Int.self)
    store.runtime.start()
    #expect(!store.runtime.isStopped)
    store.runtime.stop()
    store.runtime.stop()
    store.runtime.start()
    store.send(1)
    store.runtime.start()
    store.send(2)
    #expect(store.state == [1, 2])
  }

  @Test func `observers stay registered when the store is stopped and started`() {
    let store = ScriptStore(Int.self, options: options)
    store.runtime.stop()
    store.runtime.start()
    store.send(1)
    let heard = store.runtime.actions
    #expect(log.events == ["handled 1"])
    withExtendedLifetime(heard) {}
  }
}
