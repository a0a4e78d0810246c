import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The way into a store for a caller that does not retain it.
@MainActor
@Suite struct ActionInletTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor, clock: .still) }

  // MARK: Sending

  @Test func `what is enqueued keeps its order with what is sent`() async {
    let store = ScriptStore(Int.self)
    let inlet = store.runtime.inlet
    inlet.enqueue(1, at: CallSite())
    store.enqueue(2)
    inlet.enqueue(3, at: CallSite())
    #expect(store.state.isEmpty)
    inlet.send(4, at: CallSite())
    #expect(store.state == [1, 2, 3, 4])
    await Task { @concurrent in
      for number in 5...8 { inlet.enqueue(number, at: CallSite()) }
    }.value
    await store.settle()
    #expect(store.state == Array(1...8))
  }

  @Test func `a send is handled at once, and its effects are registered`() async {
    let store = ScriptStore(options: options) { (action: Int) in
      action == 1 ? .task(EffectOptions(id: "work")) { 2 } : .none
    }
    let handle = store.runtime.inlet.send(1, at: CallSite())
    #expect(store.state == [1])
    #expect(store.isTaskRunning(id: "work"))
    await handle.tree
    #expect(store.state == [1, 2])
  }

  @Test func `a send from a handler is handled after the current action`() {
    var inlet: ActionInlet<Int>?
    let store = ScriptStore { (action: Int) in
      if action == 1 { inlet?.send(2, at: CallSite()) }
      return action == 1 ? .emit(3) : .none
    }
    inlet = store.runtime.inlet
    store.send(1)
    #expect(store.state == [1, 3, 2])
  }

  @Test func `observers receive the place where an action was sent`() async {
    let events = RecordedEvents()
    let store = ScriptStore(Int.self, options: StoreOptions(observers: [events]))
    let inlet = store.runtime.inlet
    let place = CallSite(fileID: "Here/File.swift", filePath: "/Here/File.swift", line: 1, column: 2)
    inlet.send(1, at: place)
    inlet.enqueue(2, at: place)
    await Task { @concurrent in await inlet.perform(3, at: place) }.value
    await inlet.perform(4, at: place)
    #expect(store.state == [1, 2, 3, 4])
    #expect(events.all.compactMap(\.location).map(\.line) == [1, 1, 1, 1])
  }

  // MARK: Lifetime

  @Test func `an inlet does not retain its store, and a deallocated store gets nothing`() async {
    var store: ScriptStore<Int>? = ScriptStore(Int.self)
    let optional = store?.runtime.inlet
    weak let gone = store
    weak let runtime = store?.runtime
    store = nil
    #expect(gone == nil && runtime == nil)
    guard let inlet = optional else { return }
    inlet.enqueue(1, at: CallSite())
    #expect(inlet.send(2, at: CallSite()).isFinished)
    await inlet.perform(3, at: CallSite())
    await Task { @concurrent in await inlet.perform(4, at: CallSite()) }.value
    #expect(await inlet.perform(5, returning: { (state: [Int]) in state.count }, at: CallSite()) == nil)
  }

  // MARK: Performing

  @Test func `on the main actor perform does not suspend if there is nothing to wait for`() async {
    let store = ScriptStore(Int.self)
    let turns = Counter()
    let turn = Task { @MainActor in turns.add() }
    await store.runtime.inlet.perform(1, at: CallSite())
    #expect(turns.value == 0)
    #expect(store.state == [1])
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    let count = await store.runtime.inlet.perform(2, returning: { (state: [Int]) in state.count }, at: CallSite())
    #expect(turns.value == 0)
    #expect(count == 2)
    await turn.value
  }

  @Test func `on the main actor perform waits for the tree`() async {
    let gate = Gate()
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      switch action {
      case 1: .task { 2 }
      case 2: .sequence([.run { _ in await gate.pass() }, .emit(3)])
      default: .none
      }
    }
    Task { @MainActor in
      await gate.waitForArrivals(1)
      gate.open()
    }
    await store.runtime.inlet.perform(1, at: CallSite())
    #expect(store.state == [1, 2, 3])
  }

  @Test func `off the main actor perform waits for the tree too, after what was enqueued before`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      action.isMultiple(of: 10) ? .sequence([.task { action + 1 }, .task { action + 2 }]) : .none
    }
    let inlet = store.runtime.inlet
    await Task { @concurrent in
      inlet.enqueue(1, at: CallSite())
      await inlet.perform(10, at: CallSite())
      let state = await store.state
      #expect(state == [1, 10, 11, 12])
    }.value
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `off the main actor perform waits for what the actions of its effects cause`() async {
    let gate = Gate()
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      switch action {
      case 1: .task { 2 }
      case 2: .sequence([.run { _ in await gate.pass() }, .emit(3)])
      default: .none
      }
    }
    let inlet = store.runtime.inlet
    Task { @MainActor in
      await gate.waitForArrivals(1)
      gate.open()
    }
    await Task { @concurrent in
      await inlet.perform(1, at: CallSite())
      let state = await store.state
      #expect(state == [1, 2, 3])
    }.value
  }

  @Test func `off the main actor perform waits in stores of every kind`() async {
    let work: @Sendable (Int) -> EffectProgram<Int> = { $0 == 1 ? .sequence([.task { 2 }, .task { 3 }]) : .none }
    let sequential = ScriptStore(options: options, ordering: .sequential) { work($0) }
    let suspending = SuspendingStore(options: options) { work($0) }
    let both = SuspendingStore(options: options, ordering: .sequential) { work($0) }
    for inlet in [sequential.runtime.inlet, suspending.runtime.inlet, both.runtime.inlet] {
      await Task { @concurrent in await inlet.perform(1, at: CallSite()) }.value
    }
    #expect([sequential.state, suspending.state, both.state] == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
    #expect([sequential.runtime, suspending.runtime, both.runtime].allSatisfy { $0.table.nodeCount == 0 })
    #expect([sequential.runtime, suspending.runtime, both.runtime].allSatisfy { $0.table.gatedCount == 0 })
  }

  @Test func `a wait for an action that waits for the waiting effect is reported, and not made`() async {
    let issues = IssueLog()
    var options = options
    options.onIssue = { issues.record($0) }
    let holder = AsyncStream.makeStream(of: ActionInlet<String>.self)
    let store = ScriptStore(options: options, ordering: .sequential) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run { send in
        for await inlet in holder.stream {
          await inlet.perform("inner", at: CallSite())
          break
        }
        send("returned")
      }
    }
    holder.continuation.yield(store.runtime.inlet)
    await store.send("start").tree
    await store.settle()
    #expect(store.state == ["start", "returned", "inner"])
    #expect(issues.all.map { "\($0.kind)" } == ["waitForQueuedAction"])
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test(arguments: [false, true])
  func `perform returns when the waiting task is cancelled`(onMain: Bool) async {
    let store = ScriptStore(options: options) { (_: Int) in .task { try await untilCancelled() } }
    store.runtime.shareState { 1 }
    let inlet = store.runtime.inlet
    let wait =
      onMain
      ? Task { @MainActor in await inlet.perform(1, returning: { (state: Int) in state }, at: CallSite()) }
      : Task { @concurrent in await inlet.perform(1, returning: { (state: Int) in state }, at: CallSite()) }
    await store.settle()
    wait.cancel()
    #expect(await wait.value == nil)
    #expect(store.runningTaskCount == 1)
  }

  @Test(arguments: [false, true])
  func `perform returns when the store is deallocated`(onMain: Bool) async {
    let handled = Counter()
    var store: ScriptStore<Int>? = ScriptStore { _ in
      handled.add()
      return .task { try await untilCancelled() }
    }
    guard let inlet = store?.runtime.inlet else { return }
    store?.runtime.shareState { 1 }
    let wait =
      onMain
      ? Task { @MainActor in await inlet.perform(1, returning: { (state: Int) in state }, at: CallSite()) }
      : Task { @concurrent in await inlet.perform(1, returning: { (state: Int) in state }, at: CallSite()) }
    await handled.wait(for: 1)
    store = nil
    #expect(await wait.value == nil)
  }

  // MARK: Reading the state

  @Test(arguments: [false, true])
  func `perform reads a value from the state when everything has ended`(onMain: Bool) async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in action == 1 ? .task { 2 } : .none }
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    let inlet = store.runtime.inlet
    let read =
      onMain
      ? Task { @MainActor in await inlet.perform(1, returning: { (state: [Int]) in state }, at: CallSite()) }
      : Task { @concurrent in await inlet.perform(1, returning: { (state: [Int]) in state }, at: CallSite()) }
    #expect(await read.value == [1, 2])
  }

  @Test func `perform returns no value of another type, of a state that is not shared, or in a stopped store`() async {
    let issues = IssueLog()
    let store = ScriptStore(Int.self, options: StoreOptions(onIssue: { issues.record($0) }))
    let inlet = store.runtime.inlet
    #expect(await inlet.perform(1, returning: { (state: [Int]) in state.count }, at: CallSite()) == nil)
    store.runtime.shareState { [weak store] in store?.state ?? [] }
    #expect(issues.all.isEmpty)
    let line = UInt(#line) + 1
    #expect(await inlet.perform(2, returning: { (state: String) in state }, at: CallSite()) == nil)
    let issue = issues.all.first
    guard case .otherState(type: "Array<Int>")? = issue?.kind else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(issue?.location?.line == line)
    #expect(issue?.message.hasPrefix("Asked for a value of the state 'Swift.String', but") == true)
    #expect(await inlet.perform(3, returning: { (state: [Int]) in state.count }, at: CallSite()) == 3)
    store.runtime.stop()
    #expect(await inlet.perform(4, returning: { (state: [Int]) in state.count }, at: CallSite()) == nil)
    store.runtime.start()
    #expect(await inlet.perform(5, returning: { (state: [Int]) in state.count }, at: CallSite()) == 4)
    #expect(issues.all.count == 1)
  }
}
