import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The sends of an effect on the main actor: they are handled at once, and can be waited for.
@MainActor
@Suite(.observedToo) struct EffectSendTests {
  private let executor = TestExecutor()
  private let log = EventLog()
  private let events = RecordedEvents()

  private var options: StoreOptions {
    StoreOptions(executor: executor, clock: .still, observers: [log, events])
  }

  /// A store whose action "start" runs an operation on the main actor, and whose other actions have a program.
  private func makeStore(
    ordering: ActionOrdering = .concurrent,
    options: StoreOptions? = nil,
    program: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none },
    operation: @escaping @MainActor @Sendable (Send<String>) async throws -> Void
  ) -> ScriptStore<String> {
    ScriptStore(options: options ?? self.options, ordering: ordering) { action in
      action == "start" ? .runOnMainActor(EffectOptions(id: "work"), operation: operation) : program(action)
    }
  }

  // MARK: Order

  @Test(arguments: [ActionOrdering.concurrent, .sequential])
  func `an idle store has handled the action when send returns`(ordering: ActionOrdering) async {
    var seen: [[String]] = []
    var store: ScriptStore<String>?
    store = makeStore(ordering: ordering) { send in
      send.send("one")
      seen.append(store?.state ?? [])
      send.send("two")
      seen.append(store?.state ?? [])
    }
    store?.send("start")
    await store?.settle()
    #expect(seen == [["start", "one"], ["start", "one", "two"]])
  }

  @Test(arguments: [false, true])
  func `what is in the mailbox is handled before what an effect sends`(isObserved: Bool) async {
    var store: ScriptStore<String>?
    store = makeStore(options: isObserved ? options : StoreOptions(executor: executor)) { send in
      store?.enqueue("one")
      send("two")
      send.enqueue("three", at: CallSite())
      send.send("four")
      #expect(store?.state == ["start", "one", "two", "three", "four"])
    }
    store?.send("start")
    await store?.settle()
    #expect(store?.state == ["start", "one", "two", "three", "four"])
  }

  @Test func `what the action causes has been handled when send returns, and its effects are registered`() async {
    var store: ScriptStore<String>?
    let gate = Gate()
    store = makeStore(
      program: { action in
        action == "one" ? .merge([.emit("two"), .run(EffectOptions(id: "child")) { _ in await gate.pass() }]) : .none
      },
      operation: { send in
        let handle = send.send("one")
        #expect(store?.state == ["start", "one", "two"])
        #expect(store?.isTaskRunning(id: "child") == true)
        #expect(!handle.isFinished)
        #expect(send.send("three").isFinished)
      }
    )
    store?.send("start")
    await store?.settle()
    #expect(store?.state == ["start", "one", "two", "three"])
    gate.open()
    await store?.settle()
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [ActionOrdering.concurrent, .sequential])
  func `a store that is handling an action handles what an effect sends afterwards`(ordering: ActionOrdering) async {
    var send: Send<String>?
    var handles: [SendHandle] = []
    let store = makeStore(
      ordering: ordering,
      program: { action in
        guard action == "one", let send else { return .none }
        handles = [send.send("two"), send.send("three")]
        return .emit("emitted")
      },
      operation: {
        send = $0
        $0.send("one")
      }
    )
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "one", "emitted", "two", "three"])
    #expect(handles.count == 2 && handles.allSatisfy { $0.isFinished })
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a store whose handler has suspended handles what an effect sends after its return`() async {
    let gate = Gate()
    let store = SuspendingStore<String>(options: options) { action in
      switch action {
      case "start":
        return .runOnMainActor { send in
          let handle = send.send("one")
          #expect(!handle.isFinished)
          await handle.value
          send.send("two")
        }
      case "slow": await gate.pass()
      default: break
      }
      return .none
    }
    store.send("start")
    store.send("slow")
    await executor.settle()
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "slow", "one", "two"])
  }

  @Test func `an action sent by a sequential store's own effect waits for no other effect`() async {
    let gate = Gate()
    let store = makeStore(
      ordering: .sequential,
      program: { $0 == "one" ? .run { _ in await gate.pass() } : .none },
      operation: { send in
        send.send("one")
        send.send("two")
      }
    )
    store.send("start")
    store.send("outside")
    await store.settle()
    #expect(store.state == ["start", "one", "two"])
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "one", "two", "outside"])
  }

  // MARK: Cancellation

  @Test func `what a cancelled effect sends is dropped and reported`() async {
    let gate = Gate()
    let store = makeStore { send in
      await gate.pass()
      #expect(send.isCancelled)
      #expect(send.send("late").isFinished)
      await send.perform("performed")
      send.enqueue("enqueued", at: CallSite())
      #expect(await send.perform("read", returning: { (state: Int) in state }, at: CallSite()) == nil)
    }
    store.runtime.shareState { 1 }
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    gate.open()
    await store.settle()
    #expect(store.state == ["start"])
    #expect(
      log.events("dropped") == [
        "dropped late of work", "dropped performed of work", "dropped enqueued of work", "dropped read of work",
      ]
    )
  }

  @Test func `what an effect sends after a mailbox action that cancels it is dropped`() async {
    var store: ScriptStore<String>?
    store = makeStore(
      program: { $0 == "cancel" ? .cancel(.id("work")) : .none },
      operation: { send in
        store?.enqueue("cancel")
        #expect(send.send("late").isFinished)
      }
    )
    store?.send("start")
    await store?.settle()
    #expect(store?.state == ["start", "cancel"])
    #expect(log.events("dropped") == ["dropped late of work"])
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test func `what an effect has sent is dropped if an action before it cancels the effect`() async {
    var send: Send<String>?
    let store = makeStore(
      program: { action in
        guard action == "one" else { return .none }
        send?.send("late")
        return .cancel(.id("work"))
      },
      operation: {
        send = $0
        $0.send("one")
      }
    )
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "one"])
    #expect(log.events("dropped") == ["dropped late of work"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [false, true])
  func `the handle of a send cancels what it caused, and not the effect that sent it`(waits: Bool) async {
    let gate = Gate()
    let store = makeStore(
      program: { action in
        switch action {
        case "one": .merge([.task { "two" }, .task(EffectOptions(id: "child")) { try await untilCancelled() }])
        case "two": .task(EffectOptions(id: "grandchild")) { try await untilCancelled() }
        case "three": .task { "four" }
        case "four": .task(EffectOptions(id: "of a waiter")) { try await untilCancelled() }
        default: .none
        }
      },
      operation: { send in
        let handles = [send.send("one"), send.send("three")]
        let wait = Task { @MainActor in if waits { await handles[1].tree } }
        await gate.pass()
        for handle in handles { handle.cancel() }
        await wait.value
        send.send("five")
      }
    )
    store.send("start")
    await store.settle()
    for id in ["child", "grandchild", "of a waiter"] { #expect(store.isTaskRunning(id: id)) }
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "one", "three", "two", "four", "five"])
    #expect(!store.isTaskRunning(id: "child") && !store.isTaskRunning(id: "grandchild"))
    // Its own effects had ended: the handle knew of no others, unless there was a waiter.
    #expect(store.isTaskRunning(id: "of a waiter") == !waits)
    store.cancel(.all)
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a cancel of the effect's own tree includes what it sent`() async {
    let store = makeStore(
      program: { $0 == "one" ? .task(EffectOptions(id: "child")) { try await untilCancelled() } : .none },
      operation: { send in await send.send("one").tree }
    )
    let handle = store.send("start")
    await store.settle()
    #expect(store.runningTaskCount == 2)
    handle.cancel()
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  // MARK: Events

  @Test func `observers receive which effect sent an action, and where`() async {
    let store = makeStore { send in
      send.send("one")
      await send.perform("two")
      send.enqueue("three", at: CallSite(fileID: "Here/File.swift", filePath: "/Here/File.swift", line: 7, column: 1))
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "one", "two", "three"])
    let started = events.all.compactMap { event in
      if case .effectStarted(let info) = event.kind { info.token } else { nil }
    }
    let handled = events.all.filter { if case .actionHandled = $0.kind { true } else { false } }
    #expect(started.count == 1)
    #expect(handled.dropFirst().map(\.cause) == started.flatMap { Array(repeating: EventCause.effect($0), count: 3) })
    #expect(
      handled.dropFirst().compactMap { $0.location.map { "\($0.fileID)" } } == [#fileID, #fileID, "Here/File.swift"]
    )
    #expect(handled.last?.location?.line == 7)
  }

  // MARK: Waiting

  @Test(arguments: [false, true])
  func `a wait for a performed action covers its tree`(onMain: Bool) async {
    let program: @Sendable (String) -> EffectProgram<String> = { action in
      switch action {
      case "one": .task { "two" }
      case "two": .sequence([.task { "three" }, .emit("four")])
      default: .none
      }
    }
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return program(action) }
      if onMain {
        return .runOnMainActor { send in
          await send.perform("one")
          send.send("end")
        }
      }
      return .run { send in
        await send.perform("one")
        send("end")
      }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "one", "two", "three", "four", "end"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `on the main actor perform does not suspend if there is nothing to wait for`() async {
    let turns = Counter()
    let store = makeStore(options: StoreOptions()) { send in
      Task { @MainActor in turns.add() }
      await send.perform("one")
      let value = await send.perform("two", returning: { (state: Int) in state + turns.value }, at: CallSite())
      #expect(turns.value == 0)
      #expect(value == 1)
    }
    store.runtime.shareState { 1 }
    await store.send("start").value
    #expect(store.state == ["start", "one", "two"])
    await turns.wait(for: 1)
  }

  @Test(arguments: [false, true], ["cancel", "start", "cancel in task"])
  func `a wait for an action that ends the waiting effect returns`(onMain: Bool, action: String) async {
    let returned = Counter()
    let first = Counter()
    let store = ScriptStore(options: options) { (sent: String) -> EffectProgram<String> in
      switch sent {
      case "cancel": return .cancel(.id("work"))
      case "cancel in task": return .sequence([.task { "cancel" }, .task { try await untilCancelled() }])
      case "start":
        guard first.value == 0 else { return .run(EffectOptions(id: "work")) { _ in try await untilCancelled() } }
        first.add()
        let options = EffectOptions(id: "work")
        if onMain {
          return .runOnMainActor(options) { send in
            await send.perform(action)
            returned.add()
          }
        }
        return .run(options) { send in
          await send.perform(action)
          returned.add()
        }
      default: return .none
      }
    }
    store.send("start")
    await store.settle()
    #expect(returned.value == 1)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a cancelled effect reads no state, nor does a task that it has created`() async {
    let gate = Gate()
    var values: [Int?] = []
    let store = makeStore { send in
      await gate.pass()
      @MainActor @Sendable func read() async -> Int? {
        await send.perform("read", returning: { (state: Int) in state }, at: CallSite())
      }
      values.append(await Task.detached(operation: read).value)
    }
    store.runtime.shareState { 1 }
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    gate.open()
    await store.settle()
    #expect(values == [nil])
  }

  @Test func `a wait reads the state when everything has ended`() async {
    var values: [Int?] = []
    let store = makeStore(
      program: { $0 == "one" ? .task { "two" } : .none },
      operation: { send in
        values.append(await send.perform("one", returning: { (state: [String]) in state.count }, at: CallSite()))
        values.append(await send.perform("three", returning: { (state: String) in state.count }, at: CallSite()))
      }
    )
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    store.send("start")
    await store.settle()
    #expect(values == [3, nil])
  }

  @Test func `a waiting effect of a sequential store does not block the store`() async {
    let store = makeStore(
      ordering: .sequential,
      program: { $0 == "one" ? .task { "two" } : .none },
      operation: { send in
        await send.perform("one")
        send.send("three")
      }
    )
    store.send("start")
    store.send("outside")
    await store.settle()
    #expect(store.state == ["start", "one", "two", "three", "outside"])
    #expect(store.runtime.table.gatedCount == 0)
  }

  // MARK: Mapped programs

  @Test func `a mapped effect sends, waits and reads like any other`() async {
    var seen: [Int] = []
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return action == "1" ? .task { "child" } : .none }
      return EffectProgram<Int>.runOnMainActor { send in
        let handle = send.send(1)
        seen.append(store?.state.count ?? 0)
        await handle.tree
        await send.perform(2)
        send.enqueue(3, at: CallSite())
        send.send(4)
        seen.append(await send.perform(5, returning: { (state: [String]) in state.count }, at: CallSite()) ?? 0)
      }
      .map { "\($0)" }
      .scoped(to: "scope")
    }
    store?.runtime.shareState { [weak store] in store?.state ?? [] }
    store?.send("start")
    await store?.settle()
    #expect(store?.state == ["start", "1", "child", "2", "3", "4", "5"])
    #expect(seen == [2, 7])
  }
}
