import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite(.observedToo) struct SequentialOrderTests {
  @Test func `an action waits until the effects of the one before have ended`() async {
    let gate = Gate()
    let store = ScriptStore<Int>(ordering: .sequential) { action in
      guard action == 1 else { return .none }
      return .run { send in
        await gate.pass()
        send(10)
      }
    }
    store.send(1)
    store.enqueue(2)
    let third = store.send(3)
    await gate.waitForArrivals(1)
    #expect(store.state == [1])
    gate.open()
    await third.value
    #expect(store.state == [1, 10, 2, 3])
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an action without effects does not hold up the next one`() {
    let store = ScriptStore<Int>(ordering: .sequential)
    for number in 1...3 { store.send(number) }
    #expect(store.state == [1, 2, 3])
  }

  @Test func `what the effects of an action cause comes before the next one`() async {
    let store = ScriptStore<Int>(ordering: .sequential) { action in
      action < 5 ? .task { action + 1 } : .none
    }
    store.send(1)
    await store.send(100).value
    #expect(store.state == [1, 2, 3, 4, 5, 100])
  }

  @Test func `after a cancel by the store the next action is handled at once`() async {
    let gate = Gate()
    let store = ScriptStore<Int>(ordering: .sequential) { action in
      action == 1 ? .run(EffectOptions(id: "work")) { _ in await gate.pass() } : .none
    }
    store.send(1)
    store.send(2)
    #expect(store.state == [1])
    store.cancel(.id("work"))
    #expect(store.state == [1, 2])
    gate.open()
  }

  @Test func `after a cancel by the handle from another thread the next action is handled`() async {
    let gate = Gate()
    let store = ScriptStore<Int>(ordering: .sequential) { action in
      action == 1 ? .run { _ in await gate.pass() } : .none
    }
    let first = store.send(1)
    let second = store.send(2)
    await Task.detached { first.cancel() }.value
    await second.value
    #expect(store.state == [1, 2])
    gate.open()
  }

  @Test func `an effect that waits for a send to its own store continues`() async {
    var store: ScriptStore<Int>?
    let issues = IssueLog()
    store = ScriptStore(options: StoreOptions(clock: .still, onIssue: issues.record), ordering: .sequential) { action in
      guard action == 1 else { return action == 2 ? .task { 20 } : .none }
      return .runOnMainActor { send in
        await store?.send(2).value
        send(3)
      }
    }
    let first = store?.send(1)
    store?.send(100)
    await first?.tree
    await store?.settle()
    #expect(store?.state == [1, 2, 20, 3, 100])
    #expect(issues.all.isEmpty)
  }

  @Test func `an effect that waits for an action queued after its own continues, and that is reported`() async {
    let issues = IssueLog()
    var queued: SendHandle?
    let store = ScriptStore<Int>(options: StoreOptions(clock: .still, onIssue: issues.record), ordering: .sequential) {
      action in
      guard action == 1 else { return .none }
      return .runOnMainActor { _ in await queued?.value }
    }
    let first = store.send(1)
    queued = store.send(2)
    await first.value
    await store.settle()
    #expect(store.state == [1, 2])
    guard case .waitForQueuedAction = issues.all.first?.kind, issues.all.count == 1 else {
      Issue.record("\(issues.all)")
      return
    }
  }

  @Test func `a wait that has ended is no longer watched`() async {
    let gate = Gate()
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock)
    let store = ScriptStore(options: options, ordering: .sequential(warnAfter: .seconds(5))) { (action: Int) in
      action == 1 ? .run { _ in await gate.pass() } : .none
    }
    store.send(1)
    let second = store.send(2)
    let wait = Task { await second.value }
    await store.settle()
    #expect(clock.deadlines.count == 1)
    gate.open()
    await wait.value
    await store.settle()
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a wait from a detached task that blocks itself is reported`() async {
    let issues = IssueLog()
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, onIssue: issues.record)
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options, ordering: .sequential(warnAfter: .seconds(5))) { action in
      guard action == 1 else { return .none }
      return .runOnMainActor(EffectOptions(id: "stuck")) { _ in
        let target = store
        await Task.detached(executorPreference: executor) { await target?.send(2).value }.value
      }
    }
    let first = store?.send(1)
    await store?.settle()
    #expect(store?.state == [1])
    await clock.advance(by: .milliseconds(4999))
    #expect(issues.all.isEmpty)
    await clock.advance(by: .milliseconds(1))
    guard case .longWait(let blockers) = issues.all.first?.kind, issues.all.count == 1 else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(blockers.count == 1 && blockers[0].hasPrefix("stuck#"))
    store?.cancel(.id("stuck"))
    await first?.tree
    await store?.settle()
    #expect(store?.state == [1, 2])
  }

  @Test func `what an effect of another store sends waits in the queue`() async {
    let options = StoreOptions(executor: TestExecutor())
    let store = ScriptStore(options: options, ordering: .sequential) { (action: Int) in
      action == 1 ? .run(EffectOptions(id: "work")) { _ in try await untilCancelled() } : EffectProgram<Int>.none
    }
    let other = ScriptStore(options: options) { (_: Int) in .runOnMainActor { _ in store.send(2) } }
    store.send(1)
    other.send(1)
    await other.settle()
    #expect(store.state == [1])
    store.cancel(.id("work"))
    await store.settle()
    #expect(store.state == [1, 2])
  }

  @Test func `a wait for an action that was handled in time is not reported, however long its effects run`() async {
    let issues = IssueLog()
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, onIssue: issues.record)
    let store = ScriptStore(options: options, ordering: .sequential(warnAfter: .seconds(5))) { (action: Int) in
      .run(EffectOptions(id: EffectID(action))) { _ in try await untilCancelled() }
    }
    store.send(1)
    let second = store.send(2)
    let waiter = Task { await second.tree }
    await store.settle()
    await clock.advance(by: .seconds(1))
    store.cancel(.id(1))
    await store.settle()
    #expect(store.state == [1, 2])
    await clock.advance(by: .seconds(60))
    #expect(issues.all.isEmpty)
    store.cancel(.id(2))
    await waiter.value
  }

  @Test func `all waits return when a store with a full queue is deallocated`() async {
    let gate = Gate()
    var handled = 0
    var store: ScriptStore<Int>? = ScriptStore(ordering: .sequential) { action in
      handled += 1
      return action == 0 ? .run { _ in await gate.pass() } : .none
    }
    let handles = (0..<1000).compactMap { store?.send($0) }
    weak let runtime = store?.runtime
    store = nil
    #expect(runtime == nil)
    for handle in handles { await handle.tree }
    #expect(handled == 1)
    gate.open()
  }

  @Test func `a launched program runs alongside the actions`() async {
    let gate = Gate()
    let store = ScriptStore<Int>(ordering: .sequential)
    store.launch(.run(EffectOptions(id: "feed")) { _ in await gate.pass() })
    store.send(1)
    #expect(store.state == [1])
    #expect(store.isTaskRunning(id: "feed"))
    gate.open()
    await store.settle()
  }

  @Test func `what an effect sends in two ways is handled in the order of its sends`() async {
    let log = RecordedEvents()
    var store: ScriptStore<Int>?
    store = ScriptStore(options: StoreOptions(observers: [log]), ordering: .sequential) { action in
      guard action == 1 else { return .none }
      return .runOnMainActor { send in
        send(10)
        store?.send(11)
        send(12)
        store?.send(13)
      }
    }
    store?.send(1)
    await store?.send(2).value
    #expect(store?.state == [1, 10, 11, 12, 13, 2])
    let tokens = log.all.compactMap { event in
      if case .effectStarted(let info) = event.kind { info.token } else { nil }
    }
    let causes = log.all.compactMap { event in
      if case .actionHandled = event.kind { event.cause } else { nil }
    }
    #expect(tokens.count == 1)
    #expect(causes == Array(repeating: tokens.first.map { .effect($0) }, count: 4))
    #expect(store?.runtime.table.gatedCount == 0)
    store = nil
  }

  @Test func `an action is handled after what was enqueued before, and holds back what comes after it`() async {
    let gate = Gate()
    let store = ScriptStore<Int>(ordering: .sequential) { action in
      action == 1 ? .run { _ in await gate.pass() } : .none
    }
    store.enqueue(0)
    store.enqueue(1)
    let second = store.send(2)
    #expect(store.state == [0, 1])
    gate.open()
    await second.value
    #expect(store.state == [0, 1, 2])
  }

  @Test func `an action is handled after the elements that a stream has delivered`() {
    let executor = TestExecutor()
    let store = ScriptStore<Int>(options: StoreOptions(executor: executor), ordering: .sequential)
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    store.launch(.stream(numbers))
    continuation.yield(10)
    _ = executor.runUntilIdle()
    store.send(2)
    #expect(store.state == [10, 2])
    continuation.finish()
  }

  @Test func `a program that is launched while an action holds the store runs at once`() async {
    let gate = Gate()
    let store = ScriptStore<Int>(ordering: .sequential) { action in
      action == 1 ? .run { _ in await gate.pass() } : .none
    }
    store.send(1)
    let second = store.send(2)
    store.launch(.emit(3))
    #expect(store.state == [1, 3])
    gate.open()
    await second.value
    #expect(store.state == [1, 3, 2])
  }

  @Test(arguments: ["handle", "store", "own effect"])
  func `an action waits for what the answer to a cancel has caused`(cancel: String) async {
    let (work, cleaning) = (Gate(), Gate())
    var store: ScriptStore<Int>?
    store = ScriptStore<Int>(ordering: .sequential) { action in
      switch action {
      case 1:
        return .run { send in
          if cancel == "own effect" { send(5) }
          await work.pass()
        }
        .onCancel { 10 }
      case 5:
        store?.runtime.cancel(.all)
        return .none
      case 10:
        return .task {
          await cleaning.pass()
          return 11
        }
      default: return .none
      }
    }
    let first = store?.send(1)
    let second = store?.send(2)
    if cancel == "own effect" {
      await cleaning.waitForArrivals(1)
    } else {
      await work.waitForArrivals(1)
      if cancel == "handle" { first?.cancel() } else { store?.runtime.cancel(.all) }
      await cleaning.waitForArrivals(1)
    }
    #expect(store?.state.contains(2) == false)
    cleaning.open()
    work.open()
    await second?.value
    #expect(store?.state.suffix(3) == [10, 11, 2])
    await store?.settle()
    #expect(store?.runtime.table.nodeCount == 0)
  }
}
