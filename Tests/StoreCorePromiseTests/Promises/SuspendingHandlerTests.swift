import Observation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite(.observedToo) struct SuspendingHandlerTests {
  @Test func `a handler that does not suspend has returned when send returns`() {
    let store = SuspendingStore<Int> { $0 < 3 ? .emit($0 + 1) : .none }
    let handle = store.send(1)
    #expect(store.state == [1, 2, 3])
    #expect(handle.isFinished)
  }

  @TaskLocal private static var dependency = "live"

  @Test func `a handler sees the task-local values of its sender, like one that cannot suspend`() async {
    var seen: [String] = []
    let store = SuspendingStore<Int> { action in
      seen.append("\(action) \(Self.dependency)")
      await Task { @MainActor in }.value
      seen.append("\(action) \(Self.dependency)")
      return .none
    }
    let handle = Self.$dependency.withValue("test") { store.send(1) }
    await handle.value
    await store.send(2).value
    #expect(seen == ["1 test", "1 test", "2 live", "2 live"])
  }

  @Test func `a handler does not see the task-local values of another action's sender`() async {
    let gate = Gate()
    var seen: [String] = []
    let store = SuspendingStore<Int> { action in
      seen.append("\(action) \(Self.dependency)")
      if action == 1 { await gate.pass() }
      return .none
    }
    Self.$dependency.withValue("test") { _ = store.send(1) }
    let second = store.send(2)
    gate.open()
    await second.value
    #expect(seen == ["1 test", "2 live"])
  }

  @Test func `what a handler sends has it as its cause, also after it has suspended`() async {
    let events = RecordedEvents()
    let gate = Gate()
    var store: SuspendingStore<Int>?
    store = SuspendingStore(options: StoreOptions(observers: [events])) { action in
      if action == 1 {
        await gate.pass()
        store?.send(2)
        store?.runtime.launch(.emit(3))
      }
      return .none
    }
    store?.send(1)
    store?.send(4)
    gate.open()
    await store?.settle()
    let handled = events.all.filter { if case .actionHandled = $0.kind { true } else { false } }
    guard case .actionHandled(_, let first)? = handled.first?.kind else {
      Issue.record("\(handled)")
      return
    }
    #expect(store?.state == [1, 4, 2, 3])
    #expect(handled.map(\.cause) == [nil, nil, .action(first), .action(first)])
  }

  @Test func `a handler does not belong to the effect that sends`() async {
    var seen: [EffectInfo?] = []
    let store = SuspendingStore<Int> { action in
      seen.append(CurrentEffect.info)
      guard action == 1 else { return .none }
      return .runOnMainActor { send in await send.perform(2) }
    }
    await store.send(1).tree
    #expect(store.state == [1, 2])
    #expect(seen.map { $0 == nil } == [true, true])
  }

  @Test func `an action's effects are registered when send returns`() async {
    let store = SuspendingStore<Int> { $0 == 1 ? .task(EffectOptions(id: "load")) { 2 } : .none }
    let handle = store.send(1)
    #expect(store.isTaskRunning(id: "load"))
    await handle.tree
    #expect(store.state == [1, 2])
  }

  @Test func `later actions wait while a handler is suspended, in their order`() async {
    let gate = Gate()
    var log: [String] = []
    let store = SuspendingStore<Int> { action in
      log.append("begin \(action)")
      if action == 1 { await gate.pass() }
      log.append("end \(action)")
      return .none
    }
    let first = store.send(1)
    store.enqueue(2)
    let third = store.send(3)
    #expect(log == ["begin 1"])
    #expect(!first.isFinished)
    gate.open()
    await third.value
    #expect(first.isFinished)
    #expect(log == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  @Test func `what a handler sends is handled after it has returned`() async {
    let gate = Gate()
    var store: SuspendingStore<Int>?
    store = SuspendingStore { action in
      if action == 1 {
        store?.send(2)
        await gate.pass()
        store?.send(3)
      }
      return .none
    }
    store?.send(1)
    #expect(store?.state == [])
    // Sent before the handler continues and sends its second action.
    let last = store?.send(4)
    gate.open()
    await last?.value
    await store?.settle()
    #expect(store?.state == [1, 2, 4, 3])
  }

  @Test func `an emitted action's handler may suspend, and the sequence continues after it`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { action in
      switch action {
      case 1: return .sequence([.emit(2), .emit(3), .merge([.emit(4), .sequence([.emit(5), .emit(6)])])])
      case 2, 4, 5:
        await gate.pass()
        return action == 2 ? .sequence([.emit(20), .emit(21)]) : .none
      default: return .none
      }
    }
    let handle = store.send(1)
    #expect(store.state == [1])
    gate.open()
    await handle.tree
    #expect(store.state == [1, 2, 20, 21, 3, 4, 5, 6])
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `the next member of a sequence starts after the handler of the last action has returned`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { action in
      switch action {
      case 1: return .sequence([.task { 2 }, .task { 3 }])
      case 2:
        await gate.pass()
        return .none
      default: return .none
      }
    }
    let handle = store.send(1)
    await gate.waitForArrivals(1)
    #expect(store.state == [1])
    #expect(store.runningTaskCount == 0)
    gate.open()
    await handle.tree
    #expect(store.state == [1, 2, 3])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `the elements of a stream are handled one after another`() async {
    let gate = Gate()
    var running = 0
    var most = 0
    let store = SuspendingStore<Int> { action in
      running += 1
      most = max(most, running)
      if action % 7 == 0 { await gate.pass() }
      running -= 1
      return .none
    }
    let numbers = AsyncStream { continuation in
      for number in 1...100 { continuation.yield(number) }
      continuation.finish()
    }
    let handle = store.launch(.sequence([.stream(numbers), .emit(101)]))
    await gate.waitForArrivals(1)
    #expect(store.state == Array(1...6))
    gate.open()
    await handle.value
    #expect(store.state == Array(1...101))
    #expect(most == 1)
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `cancelling the handle cancels the handler's task, and nothing of its program starts`() async {
    let clock = TestClock(executor: TestExecutor())
    var wasCancelled = false
    let store = SuspendingStore<Int> { action in
      guard action == 1 else { return .none }
      do { try await clock.sleep(for: .seconds(1)) } catch { wasCancelled = true }
      return .merge([.emit(10), .task { 11 }])
    }
    let handle = store.send(1)
    let next = store.send(2)
    handle.cancel()
    await next.value
    #expect(wasCancelled)
    #expect(store.state == [1, 2])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `cancelling the handle of a waiting action removes it from the queue`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { action in
      if action == 1 { await gate.pass() }
      return .none
    }
    store.send(1)
    let second = store.send(2)
    second.cancel()
    gate.open()
    await store.send(3).value
    #expect(store.state == [1, 3])
  }

  @Test func `a cancel by name does not wait for the handler`() async {
    let gate = Gate()
    let work = Gate()
    let store = SuspendingStore<Int> { action in
      switch action {
      case 1:
        return .task(EffectOptions(id: "work")) {
          await work.pass()
          return 10
        }
      default:
        await gate.pass()
        return .none
      }
    }
    store.send(1)
    store.send(2)
    store.cancel(.id("work"))
    #expect(!store.isTaskRunning(id: "work"))
    work.open()
    gate.open()
    await store.settle()
    #expect(store.state == [1, 2])
  }

  @Test func `a handler that waits for its own store continues, and that is reported`() async {
    let issues = IssueLog()
    var store: SuspendingStore<Int>?
    store = SuspendingStore(options: StoreOptions(clock: .still, onIssue: issues.record)) { action in
      if action == 1 { await store?.send(2).value }
      return .none
    }
    let line = UInt(#line) + 1
    await store?.send(1).tree
    await store?.settle()
    #expect(store?.state == [1, 2])
    let issue = issues.all.first
    #expect(issues.all.count == 1)
    #expect(issue?.location?.line == line)
    guard case .waitInHandler = issue?.kind else {
      Issue.record("\(String(describing: issue))")
      return
    }
    #expect(
      issue?.message == """
        The handler of 1 waited for an action of its own store, or for its effects.

        The store handles nothing before the handler has returned, so the wait would not have ended. It returned at once.

        Wait in an effect instead, or send without waiting.
        """
    )
  }

  @Test func `a handler waits on the clock of its store, whichever effect sends`() async {
    let executor = TestExecutor()
    let (clock, other) = (TestClock(executor: executor), TestClock(executor: executor))
    let store = SuspendingStore<Int>(options: StoreOptions(executor: executor, clock: clock)) { _ in
      try? await EffectClock.current.sleep(for: .seconds(1))
      return .none
    }
    let sender = SuspendingStore<Int>(options: StoreOptions(executor: executor, clock: other)) { action in
      .runOnMainActor { _ in store.send(action) }
    }
    store.send(1)
    sender.send(2)
    await other.advance(by: .seconds(2))
    #expect(store.state == [])
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1, 2])
  }

  @Test func `settling waits for a handler`() async {
    let gate = Gate()
    let store = SuspendingStore<Int> { _ in
      await gate.pass()
      return .none
    }
    store.send(1)
    Task { gate.open() }
    await store.settle()
    #expect(store.state == [1])
  }

  @Test func `when the store is deallocated, waits return and the handler is cancelled`() async {
    let clock = TestClock(executor: TestExecutor())
    let ended = Gate()
    var store: SuspendingStore<Int>? = SuspendingStore { action in
      try? await clock.sleep(for: .seconds(1))
      await ended.pass()
      return .task { action + 10 }
    }
    let handles = [1, 2, 3].compactMap { store?.send($0) }
    weak let runtime = store?.runtime
    store = nil
    #expect(runtime == nil)
    for handle in handles { await handle.tree }
    ended.open()
    await ended.waitForArrivals(1)
  }

  @Test func `observers are notified of an action when its handler has returned`() async {
    let gate = Gate()
    let log = RecordedEvents()
    let store = SuspendingStore<Int>(options: StoreOptions(observers: [log])) { action in
      guard action == 1 else { return .none }
      await gate.pass()
      return .emit(2)
    }
    let handle = store.send(1)
    #expect(!log.all.contains { if case .actionHandled = $0.kind { true } else { false } })
    gate.open()
    await handle.tree
    let actions = log.all.compactMap { event in
      if case .actionHandled(let action, _) = event.kind { action as? Int } else { nil }
    }
    #expect(actions == [1, 2])
    let line: UInt = #line - 8
    #expect(log.all.first?.location?.line == line)
  }

  @Test(arguments: [false, true])
  func `what a handler reports before it suspends is reported once it has returned`(isDropped: Bool) async {
    let gate = Gate()
    let issues = IssueLog()
    let link = RuntimeLink<Int>()
    let runtime = Runtime<Int>(
      options: StoreOptions(clock: TestClock(executor: TestExecutor()), onIssue: issues.record),
      asynchronousHandler: { action in
        guard action == 1 else { return .none }
        link.runtime?.report(.other, "Something is wrong.")
        await gate.pass()
        if isDropped { link.runtime?.dropHandledAction() }
        return .none
      }
    )
    link.runtime = runtime
    let line = UInt(#line) + 1
    runtime.send(1)
    let last = runtime.send(2)
    #expect(issues.all.map(\.message) == [])
    gate.open()
    await last.value
    #expect(issues.all.map(\.location?.line) == [line])
  }

  private struct Failure: Error {}

  // The reports went with the store.
  @Test func `what a handler reports before it suspends is reported when its store is deallocated`() {
    let gate = Gate()
    defer { gate.open() }
    let issues = IssueLog()
    let log = EventLog()
    let recorded = RecordedLog()
    let link = RuntimeLink<Int>()
    var runtime: Runtime<Int>? = Runtime(
      options: StoreOptions(observers: [log], logger: recorded.logger, onIssue: issues.record),
      asynchronousHandler: { action in
        link.runtime?.report(.other, "Something is wrong.")
        link.runtime?.reportFailure(Failure(), of: action)
        await gate.pass()
        return .none
      }
    )
    link.runtime = runtime
    let line = UInt(#line) + 1
    runtime?.send(1)
    #expect(log.events == [])
    runtime = nil
    #expect(link.runtime == nil)
    #expect(issues.all.map(\.message) == ["Something is wrong."])
    #expect(issues.all.map(\.location?.line) == [line])
    #expect(log.events == ["issue other", "uncaught Failure()"])
    #expect(recorded.entries.count == 1)
  }

  @Test func `a report of a handler that had suspended before has the action as its cause`() async {
    let (first, second) = (Gate(), Gate())
    let observer = RecordedEvents()
    let link = RuntimeLink<Int>()
    var runtime: Runtime<Int>? = Runtime(
      options: StoreOptions(observers: [observer], logger: RecordedLog().logger),
      asynchronousHandler: { action in
        await first.pass()
        link.runtime?.reportFailure(Failure(), of: action)
        await second.pass()
        return .none
      }
    )
    link.runtime = runtime
    runtime?.send(1)
    first.open()
    await second.waitForArrivals(1)
    runtime = nil
    second.open()
    let causes = observer.all.compactMap { event in
      if case .errorUncaught = event.kind { if case .action = event.cause { true } else { false } } else { nil }
    }
    #expect(causes == [true])
  }

  @Test(arguments: [false, true])
  func `an action whose handler discards its changes is reported as dropped`(suspends: Bool) async {
    let log = EventLog()
    let link = RuntimeLink<Int>()
    let runtime = Runtime<Int>(
      options: StoreOptions(observers: [log]),
      asynchronousHandler: { action in
        if suspends { await Task { @MainActor in }.value }
        if action == 1 { link.runtime?.dropHandledAction() }
        return .none
      }
    )
    link.runtime = runtime
    var received: [Int] = []
    runtime.subscribe(toActions: { received.append($0) })
    await runtime.send(1).value
    await runtime.send(2).value
    #expect(received == [2])
    #expect(log.events == ["dropped 1 of nobody", "handled 2"])
  }
}
