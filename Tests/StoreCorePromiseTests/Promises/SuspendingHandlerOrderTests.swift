import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The order of actions while a handler is suspended.
@MainActor
@Suite(.observedToo) struct SuspendingHandlerOrderTests {
  @Test func `a launched program is run after the actions that wait already`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { action in
      if action == 1 { await gate.pass() }
      return .none
    }
    store.send(1)
    store.send(2)
    store.enqueue(3)
    let launched = store.launch(.emit(4))
    store.send(5)
    gate.open()
    await launched.value
    await store.settle()
    #expect(store.state == [1, 2, 3, 4, 5])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `after a cancel while an emitted action is handled, nothing more of the program starts`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { action in
      switch action {
      case 1:
        return .merge([
          .sequence([.emit(2), .emit(3)]), .emit(4), .task { 5 },
          .sequence([.emit(6), .merge([.emit(7), .task { 8 }])]),
        ])
      case 2:
        await gate.pass()
        return .emit(20)
      default:
        return .none
      }
    }
    let handle = store.send(1)
    handle.cancel()
    gate.open()
    await store.send(100).value
    await store.settle()
    #expect(store.state == [1, 2, 100])
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `actions whose handlers all suspend are not a runaway chain`() async {
    let issues = IssueLog()
    let store = SuspendingStore<Int>(options: StoreOptions(onIssue: issues.record, chainLimit: 5)) { action in
      // It runs on the main actor after this turn has ended.
      await Task.detached { @MainActor in }.value
      return action < 20 ? .emit(action + 1) : .none
    }
    await store.send(1).value
    #expect(store.state == Array(1...20))
    #expect(issues.all.map(\.message) == [])
  }

  @Test func `actions whose handlers do not suspend are a runaway chain, even after one that does`() async {
    let issues = IssueLog()
    let store = SuspendingStore<Int>(options: StoreOptions(onIssue: issues.record, chainLimit: 5)) { action in
      if action == 1 { await Task.detached { @MainActor in }.value }
      return .emit(action + 1)
    }
    let line: UInt = #line + 1
    await store.send(1).value
    #expect(store.state == Array(1...6))
    #expect(issues.all.map(\.location?.line) == [line])
  }

  @Test(arguments: [false, true])
  func `actions that handlers send or launch without suspending are a runaway chain`(launches: Bool) async {
    let issues = IssueLog()
    var store: SuspendingStore<Int>?
    store = SuspendingStore(options: StoreOptions(onIssue: issues.record, chainLimit: 5)) { action in
      if launches { store?.launch(.emit(action + 1)) } else { store?.send(action + 1) }
      return .none
    }
    store?.send(1)
    #expect(store?.state == Array(1...6))
    #expect(issues.all.count == 1)
    store = nil
  }

  @Test func `the last elements of a stream are handled before what follows the stream`() async {
    let executor = TestExecutor()
    let gate = Gate()
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = SuspendingStore<Int>(options: StoreOptions(executor: executor)) { action in
      if action == 1 { await gate.pass() }
      // It runs on the main actor after this turn has ended.
      await Task.detached { @MainActor in }.value
      return .none
    }
    let handle = store.launch(.sequence([.stream(numbers), .emit(10)]))
    continuation.yield(1)
    await gate.waitForArrivals(1)
    for number in 2...5 { continuation.yield(number) }
    continuation.finish()
    await executor.settle()
    gate.open()
    await handle.value
    #expect(store.state == [1, 2, 3, 4, 5, 10])
  }

  @Test func `an effect has ended when the handler of its last action has returned`() async {
    let gate = Gate()
    let work = Gate()
    let store = SuspendingStore<Int> { action in
      guard action == 2 else {
        return .task(EffectOptions(id: "load", policy: .queue(limit: 5))) {
          await work.pass()
          return 2
        }
      }
      await gate.pass()
      return .none
    }
    let first = store.send(1)
    let second = store.send(1)
    work.open()
    await gate.waitForArrivals(1)
    #expect(!first.isFinished)
    #expect(store.runtime.waitingEffects.count == 1)
    gate.open()
    await first.value
    await second.value
    #expect(store.state == [1, 1, 2, 2])
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test func `an action is handled after those that were enqueued before`() async {
    let store = SuspendingStore<Int> { _ in .none }
    store.enqueue(1)
    store.send(2)
    #expect(store.state == [1, 2])
  }

  @Test func `what a cancel triggers waits until the cancel is done`() async {
    let gate = Gate()
    var lines: [String] = []
    var store: SuspendingStore<Int>?
    store = SuspendingStore { action in
      lines.append("handle \(action)")
      guard action < 3 else { return .none }
      return .runOnMainActor { _ in
        await withTaskCancellationHandler {
          await gate.pass()
        } onCancel: {
          // The test cancels, on the main actor.
          MainActor.assumeIsolated {
            lines.append("cancel \(action)")
            store?.send(action * 10)
          }
        }
      }
    }
    store?.send(1)
    store?.send(2)
    await gate.waitForArrivals(2)
    store?.cancel(.all)
    #expect(lines.suffix(4) == ["cancel 1", "cancel 2", "handle 10", "handle 20"])
    gate.open()
    store = nil
  }

  @Test(arguments: [false, true])
  func `an effect that ended while a handler was suspended is released with its store`(isSequential: Bool) async {
    final class Resource: Sendable {}
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let log = EventLog()
    weak var resource: Resource?
    weak var table: EffectTable?
    var store: SuspendingStore<Int>?
    do {
      let captured = Resource()
      resource = captured
      store = SuspendingStore(
        options: StoreOptions(executor: executor, observers: [log]),
        ordering: isSequential ? .sequential : .concurrent
      ) { action in
        guard action == 0 else {
          try? await clock.sleep(for: .seconds(1))
          return .none
        }
        let effect = EffectProgram<Int>.task(EffectOptions(id: "work")) { withExtendedLifetime(captured) { 1 } }
        return .merge([effect, .sequence([.run { send in send(2) }, .task { 3 }]), .emit(4)])
      }
    }
    store?.send(0)
    await executor.settle()
    table = store?.runtime.table
    #expect(store?.state == [0])
    #expect(store?.runningTaskCount == 2, "both have ended, and nobody can say so before the handler returns")
    store = nil
    await executor.settle()
    #expect(resource == nil)
    #expect(table == nil)
    #expect(log.events("drained").count == 2)
  }
}
