import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The waits that are allowed while a handler is suspended, and those that are not.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct SuspendingHandlerWaitTests {
  @Test(arguments: [false, true])
  func `an effect may wait for an action that waits for a suspended handler`(isSequential: Bool) async {
    let gate = Gate()
    let sent = Gate()
    let issues = IssueLog()
    var seen: [Int] = []
    var store: SuspendingStore<Int>?
    store = SuspendingStore(
      options: StoreOptions(clock: .still, onIssue: issues.record),
      ordering: isSequential ? .sequential : .concurrent
    ) { action in
      switch action {
      case 1:
        return .merge([
          .run { send in send(2) },
          .runOnMainActor { _ in
            await sent.waitForArrivals(1)
            let handle = store?.send(3)
            sent.open()
            await handle?.value
            seen = store?.state ?? []
          },
        ])
      case 2:
        await sent.pass()
        await gate.pass()
        return .none
      default:
        return .none
      }
    }
    let first = store?.send(1)
    await gate.waitForArrivals(1)
    // In the effect nothing runs between the opening of this gate and the wait.
    gate.open()
    await first?.tree
    #expect(seen == [1, 2, 3])
    #expect(issues.all.map(\.message) == [])
    store = nil
  }

  @Test func `a task that a handler has started may wait once the handler has returned`() async {
    let gate = Gate()
    let issues = IssueLog()
    var task: Task<Void, Never>?
    var seen: [Int] = []
    var store: SuspendingStore<Int>?
    store = SuspendingStore(options: StoreOptions(clock: .still, onIssue: issues.record)) { action in
      switch action {
      case 1:
        task = Task {
          await gate.pass()
          await store?.send(2).tree
          seen = store?.state ?? []
        }
        return .none
      case 2: return .task { 3 }
      default: return .none
      }
    }
    store?.send(1)
    gate.open()
    await task?.value
    #expect(seen == [1, 2, 3])
    #expect(issues.all.map(\.message) == [])
    store = nil
  }

  @Test func `a handler that settles its own store continues, and that is reported`() async {
    let issues = IssueLog()
    var store: SuspendingStore<Int>?
    store = SuspendingStore(options: StoreOptions(clock: .still, onIssue: issues.record)) { action in
      if action == 1 { await store?.settle() }
      return .none
    }
    await store?.send(1).value
    #expect(store?.state == [1])
    guard case .waitInHandler = issues.all.first?.kind, issues.all.count == 1 else {
      Issue.record("\(issues.all)")
      return
    }
    store = nil
  }

  @Test func `a handler may wait for another store`() async {
    let issues = IssueLog()
    let other = SuspendingStore<Int>(options: StoreOptions(clock: .still, onIssue: issues.record)) {
      $0 == 1 ? .task { 2 } : .none
    }
    let store = SuspendingStore<Int>(options: StoreOptions(clock: .still, onIssue: issues.record)) { action in
      await other.send(action).tree
      await other.settle()
      return .none
    }
    await store.send(1).value
    #expect(other.state == [1, 2])
    #expect(issues.all.map(\.message) == [])
  }

  @Test func `a handler that outlives its store waits for nothing, and that is not reported`() async {
    let gate = Gate()
    let waited = Gate()
    let issues = IssueLog()
    var handle: SendHandle?
    var store: SuspendingStore<Int>?
    store = SuspendingStore(options: StoreOptions(clock: .still, onIssue: issues.record)) { [gate, waited] _ in
      await gate.pass()
      await handle?.tree
      waited.open()
      return .none
    }
    handle = store?.send(1)
    store = nil
    #expect(handle?.isFinished == true)
    gate.open()
    await waited.pass()
    #expect(issues.all.map(\.message) == [])
  }

  @Test func `settling waits for a handler, however long it takes`() async {
    let store = SuspendingStore<Int> { _ in
      for _ in 0..<50 { await Task.detached { @MainActor in }.value }
      return .none
    }
    store.send(1)
    await store.settle()
    #expect(store.state == [1])
  }

  @Test func `a handler that has cancelled its own action finds itself cancelled`() async {
    let gate = Gate()
    var own: SendHandle?
    let store = SuspendingStore<Int> { action in
      switch action {
      case 1:
        await gate.pass()
        return .none
      case 2:
        own?.cancel()
        try? await untilCancelled()
        return .emit(20)
      default:
        return .none
      }
    }
    store.send(1)
    own = store.send(2)
    let last = store.send(3)
    gate.open()
    await last.value
    #expect(store.state == [1, 2, 3])
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test(arguments: [false, true])
  func `a handler that waits for an effect, which waits for its action, is reported`(onMainActor: Bool) async {
    let (started, gate) = (Gate(), Gate())
    let issues = IssueLog()
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, onIssue: issues.record)
    let store = SuspendingStore<String>(options: options) { action in
      switch action {
      case "start" where onMainActor:
        return .runOnMainActor { send in
          await started.pass()
          await send.perform("last")
          gate.open()
        }
      case "start":
        return .run { send in
          await started.pass()
          await send.perform("last")
          gate.open()
        }
      case "wait":
        await gate.pass()
        return .none
      default:
        return .none
      }
    }
    store.send("start")
    store.send("wait")
    started.open()
    await store.settle()
    await clock.advance(by: .seconds(9))
    #expect(issues.all.map(\.message) == [])
    await clock.advance(by: .seconds(1))
    #expect(issues.all.count == 1)
    if case .longWait(behind: [])? = issues.all.first?.kind {} else { Issue.record("\(issues.all)") }
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "wait", "last"])
    #expect(issues.all.count == 1)
  }

  @Test func `a wait for an effect's action ends when the action is cancelled in the queue`() async {
    let (started, ended, gate) = (Gate(), Gate(), Gate())
    let executor = TestExecutor()
    let store = SuspendingStore<String>(options: StoreOptions(executor: executor, clock: .still)) { action in
      switch action {
      case "start":
        return .run { send in
          await started.pass()
          // A cancel of the effect does not cancel it.
          await Task(executorPreference: executor) {
            await send.perform("last")
            ended.open()
          }.value
        }
      case "wait":
        await gate.pass()
        return .none
      default:
        return .none
      }
    }
    let handle = store.send("start")
    store.send("wait")
    started.open()
    await store.settle()
    #expect(!ended.isOpen)
    handle.cancel()
    await store.settle()
    #expect(ended.isOpen)
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "wait"])
  }

  @MainActor
  private final class Stores {
    var all: [SuspendingStore<Int>] = []
  }

  @Test(arguments: [false, true])
  func `two handlers that wait for each other are reported`(isLaunch: Bool) async {
    let gate = Gate()
    let bothSent = Gate()
    let issues = IssueLog()
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, onIssue: issues.record)
    var sentCount = 0
    let stores = Stores()
    for other in [1, 0] {
      let store = SuspendingStore<Int>(options: options) { action in
        guard action == 1 else { return action == 3 ? .run { _ in try await untilCancelled() } : .none }
        await gate.pass()
        let second = isLaunch ? stores.all[other].launch(.emit(2)) : stores.all[other].send(2)
        sentCount += 1
        if sentCount == 2 { bothSent.open() }
        await second.value
        return .none
      }
      stores.all.append(store)
      // An effect alongside the handlers, which neither of them waits for.
      store.send(3)
      store.send(1)
    }
    await gate.waitForArrivals(2)
    gate.open()
    await bothSent.pass()
    await clock.advance(by: .seconds(9))
    #expect(issues.all.map(\.message) == [])
    await clock.advance(by: .seconds(1))
    #expect(issues.all.count == 2)
    for issue in issues.all {
      guard case .longWait(behind: []) = issue.kind else {
        Issue.record("\(issue)")
        continue
      }
      #expect(
        issue.message == """
          An awaited action or launch has not been handled for 10.0 seconds: it waits until the handler of 1 \
          returns.

          If the handler in turn waits for it, for example through another store, neither ever continues.

          Do not wait in the handler: use 'enqueue', or wait in an effect.
          """
      )
    }
    stores.all = []
  }
}
