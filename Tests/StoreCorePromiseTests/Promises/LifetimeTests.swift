import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Promise 7: nothing outlives the store.
@MainActor
@Suite struct LifetimeTests {
  @Test func `releasing a store with a thousand running effects ends them all`() async {
    let running = Counter()
    var store: ScriptStore<Int>? = ScriptStore { _ in
      .run { _ in
        running.add()
        defer { running.add(-1) }
        try await untilCancelled()
      }
    }
    for number in 0..<1_000 { store?.send(number) }
    await running.wait(for: 1_000)
    weak let gone = store
    store = nil
    #expect(gone == nil)
    await running.wait(for: 0)
  }

  @Test func `the last reference may be released off the main actor`() async {
    let running = Counter()
    let holder = Mutex<ScriptStore<Int>?>(nil)
    do {
      let store = ScriptStore { (_: Int) in
        .run { _ in
          running.add()
          defer { running.add(-1) }
          try await untilCancelled()
        }
      }
      store.send(1)
      holder.withLock { $0 = store }
    }
    await running.wait(for: 1)
    await Task { @concurrent in holder.withLock { $0 = nil } }.value
    await running.wait(for: 0)
  }

  @Test func `a ticking effect does not retain its store`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    var store: ScriptStore<String>? = ScriptStore(options: StoreOptions(executor: executor)) { action in
      guard action == "start" else { return .none }
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          send("tick")
        }
      }
    }
    store?.send("start")
    await clock.advance(by: .seconds(3))
    #expect(store?.state == ["start", "tick", "tick", "tick"])
    weak let gone = store
    store = nil
    #expect(gone == nil)
    await clock.advance(by: .seconds(3))
    #expect(clock.deadlines.isEmpty, "the timer has ended")
  }

  @Test func `waiters return when the store is deallocated`() async {
    var store: ScriptStore<Int>? = ScriptStore { _ in .task { try await untilCancelled() } }
    let handle = store?.send(1) ?? SendHandle()
    let waits = (0..<10).map { number in
      Task { @MainActor in await number.isMultiple(of: 2) ? handle.value : handle.tree }
    }
    await Task { @MainActor in }.value
    store = nil
    for wait in waits { await wait.value }
    #expect(handle.isFinished)
    await handle.value
  }

  @Test func `an effect that performs an action returns when the store is deallocated`() async {
    let performing = Gate()
    let returned = Gate()
    var store: ScriptStore<String>? = ScriptStore { action in
      action == "inner"
        ? .task { try await untilCancelled() }
        : .run { send in
          await performing.pass()
          await send.perform("inner")
          await returned.pass()
        }
    }
    store?.send("outer")
    performing.open()
    await performing.waitForArrivals(1)
    store = nil
    await returned.waitForArrivals(1)
    returned.open()
  }

  @Test func `state and action sequences end with the store`() async {
    var store: ScriptStore<Int>? = ScriptStore(Int.self)
    let states = store?.states
    let values = store?.values(of: \.count)
    let actions = store?.actions
    store?.send(1)
    store = nil
    var seen: [Int] = []
    if let actions { for await action in actions { seen.append(action) } }
    #expect(seen == [1])
    var last: [Int]?
    if let states { for await state in states { last = state } }
    #expect(last == [1])
    var count: Int?
    if let values { for await value in values { count = value } }
    #expect(count == 1)
  }

  @Test func `what a finished effect captured is released`() async {
    final class Resource: Sendable {}
    weak var resource: Resource?
    let executor = TestExecutor()
    let store = ScriptStore(String.self, options: StoreOptions(executor: executor))
    do {
      let captured = Resource()
      resource = captured
      store.launch(.run(EffectOptions(id: "work")) { _ in withExtendedLifetime(captured) {} })
    }
    #expect(resource != nil)
    await store.settle()
    #expect(resource == nil)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a run that outlives its store retains neither its messages nor itself`() async {
    final class Resource: Sendable {}
    let executor = TestExecutor()
    let gate = Gate()
    weak var resource: Resource?
    var store: ScriptStore<Resource>?
    do {
      let captured = Resource()
      resource = captured
      store = ScriptStore(options: StoreOptions(executor: executor))
      store?.launch(
        .run { send in
          await gate.pass()
          send(captured)
        }
      )
    }
    await executor.settle()
    store = nil
    gate.open()
    await executor.settle()
    #expect(resource == nil)
  }

  @Test func `a run that ended and has not completed is released with its store`() async {
    final class Resource: Sendable {}
    let executor = TestExecutor()
    weak var resource: Resource?
    var store: ScriptStore<Int>?
    do {
      let captured = Resource()
      resource = captured
      store = ScriptStore(options: StoreOptions(executor: executor))
      store?.launch(.task { withExtendedLifetime(captured) { 1 } })
    }
    _ = executor.runUntilIdle()
    #expect(store?.state == [])
    store = nil
    await executor.settle()
    #expect(resource == nil)
  }

  @Test func `a wait for a cancel that is not answered yet returns when the store is deallocated`() async {
    var store: ScriptStore<Int>? = ScriptStore { _ in .task { try await untilCancelled() }.onCancel { 2 } }
    let handle = store?.send(1) ?? SendHandle()
    let wait = Task { @MainActor in await handle.value }
    // The wait has begun.
    await Task { @MainActor in }.value
    handle.cancel()
    store = nil
    #expect(handle.isFinished)
    await wait.value
  }

  @Test func `a run that its store's deallocation cancelled drains when it ends, and not before`() async {
    let executor = TestExecutor()
    let log = EventLog()
    let gate = Gate()
    var store: ScriptStore<Int>? = ScriptStore(options: StoreOptions(executor: executor, observers: [log]))
    store?.launch(.run(EffectOptions(id: "work")) { _ in await gate.pass() }.onCancel { 1 })
    await executor.settle()
    store = nil
    await executor.settle()
    #expect(log.events == ["started work", "cancelled work"])
    gate.open()
    await executor.settle()
    #expect(log.events.dropFirst(2) == ["drained work"])
  }

  @Test(arguments: [false, true])
  func `what a run sends after its store was deallocated is reported as dropped`(performs: Bool) async {
    let executor = TestExecutor()
    let log = EventLog()
    let gate = Gate()
    var store: ScriptStore<Int>? = ScriptStore(options: StoreOptions(executor: executor, observers: [log]))
    store?.launch(
      .run(EffectOptions(id: "work")) { send in
        await gate.pass()
        if performs { await send.perform(1) } else { send(1) }
      }
    )
    await executor.settle()
    store = nil
    gate.open()
    await executor.settle()
    #expect(log.events("dropped") == ["dropped 1 of work"])
  }

  /// As when another thread cancels during the store's deallocation, to replace a run or at the end of an interval.
  @Test func `a run that ended before a cancel, during which its store is closed, is released`() async {
    let log = EventLog()
    let gate = Gate()
    let store = ScriptStore(Int.self, options: StoreOptions(executor: InlineExecutor(), observers: [log]))
    let table = store.runtime.table
    store.launch(
      .run(EffectOptions(id: "stubborn")) { _ in
        await withTaskCancellationHandler {
          await gate.pass()
        } onCancel: {
          table.close()
        }
      }
    )
    // It has ended, and its message waits for a turn that never comes.
    store.launch(.task(EffectOptions(id: "ended")) { 1 })
    table.cancel(.all)
    #expect(table.drainingEffects().map(\.id) == ["stubborn"])
    #expect(log.events("drained") == ["drained ended"])
    gate.open()
    #expect(table.drainingEffects().isEmpty)
    #expect(log.events("drained") == ["drained ended", "drained stubborn"])
    withExtendedLifetime(store) {}
  }
}
