import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// The waits in a sequential store, all of which end.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct SequentialWaitTests {
  private struct Failure: Error {}

  /// The drain that is under way counts as due, so that the end of the effects schedules no other.
  @Test func `the next action is handled even if the effects of the one before end at the end of a turn`() async {
    let gate = Gate()
    let first = Mutex(SendHandle())
    // Issues outside of handlers are reported at the end of the turn; here that is the turn of a drain, not of a send.
    let options = StoreOptions(executor: TestExecutor(), onIssue: { _ in first.withLock { $0 }.cancel() })
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options, ordering: .sequential) { action in
      action == 1 ? .run { _ in await gate.pass() } : .none
    }
    if let handle = store?.send(1) { first.withLock { $0 = handle } }
    let second = store?.send(2)
    await gate.waitForArrivals(1)
    store?.launch(
      .task { throw Failure() }.catch { _ in
        store?.runtime.report(.other, "The end of the turn.")
        return .none
      }
    )
    await second?.value
    #expect(store?.state == [1, 2])
    gate.open()
    store = nil
  }

  @Test func `what a cancelled effect sends through the store waits in the queue`() async {
    let zombie = Gate()
    let gate = Gate()
    let sent = Gate()
    sent.open()
    var store: ScriptStore<Int>?
    store = ScriptStore(ordering: .sequential) { action in
      switch action {
      case 1:
        return .runOnMainActor(EffectOptions(id: "zombie")) { _ in
          await zombie.pass()
          store?.send(10)
          await sent.pass()
        }
      case 2: return .run { _ in await gate.pass() }
      default: return .none
      }
    }
    store?.send(1)
    await zombie.waitForArrivals(1)
    store?.cancel(.id("zombie"))
    store?.send(2)
    let third = store?.send(3)
    zombie.open()
    await sent.waitForArrivals(1)
    #expect(store?.state == [1, 2])
    gate.open()
    await third?.value
    await store?.settle()
    #expect(store?.state == [1, 2, 3, 10])
    store = nil
  }

  @Test func `what a task sends after its effect has ended waits in the queue`() async {
    let late = Gate()
    let gate = Gate()
    var task: Task<Void, Never>?
    var store: ScriptStore<Int>?
    store = ScriptStore(ordering: .sequential) { action in
      switch action {
      case 1:
        return .runOnMainActor { _ in
          task = Task {
            await late.pass()
            store?.send(10)
          }
        }
      case 2: return .run { _ in await gate.pass() }
      default: return .none
      }
    }
    await store?.send(1).value
    store?.send(2)
    let third = store?.send(3)
    late.open()
    await task?.value
    #expect(store?.state == [1, 2])
    gate.open()
    await third?.value
    await store?.settle()
    #expect(store?.state == [1, 2, 3, 10])
    store = nil
  }

  @Test(arguments: [false, true])
  func `an effect that holds up no action may wait for a queued one`(isLaunched: Bool) async {
    let gate = Gate()
    let zombie = Gate()
    let waiting = Gate()
    waiting.open()
    let issues = IssueLog()
    var queued: SendHandle?
    var seen: [Int] = []
    var store: ScriptStore<Int>?
    let waiter = EffectProgram<Int>.runOnMainActor(EffectOptions(id: "waiter")) { _ in
      await zombie.pass()
      await waiting.pass()
      await queued?.value
      seen = store?.state ?? []
      await waiting.pass()
    }
    store = ScriptStore(options: StoreOptions(clock: .still, onIssue: issues.record), ordering: .sequential) { action in
      switch action {
      case 0: return waiter
      case 1: return .run { _ in await gate.pass() }
      default: return .none
      }
    }
    if isLaunched { store?.launch(waiter) } else { store?.send(0) }
    await zombie.waitForArrivals(1)
    // A cancelled effect holds up no action either; its own wait ends with the cancel.
    if !isLaunched { store?.cancel(.id("waiter")) }
    store?.send(1)
    queued = store?.send(2)
    zombie.open()
    await waiting.waitForArrivals(1)
    gate.open()
    await queued?.value
    await waiting.waitForArrivals(2)
    if isLaunched { #expect(seen == [1, 2]) }
    #expect(issues.all.map(\.message) == [])
    store = nil
  }

  @Test func `an effect of an action that an effect has caused must not wait for a queued action`() async {
    let issues = IssueLog()
    var queued: SendHandle?
    let store = ScriptStore<Int>(options: StoreOptions(clock: .still, onIssue: issues.record), ordering: .sequential) {
      action in
      switch action {
      case 1: .task { 10 }
      case 10: .runOnMainActor { _ in await queued?.value }
      default: .none
      }
    }
    store.send(1)
    queued = store.send(2)
    await queued?.value
    #expect(store.state == [1, 10, 2])
    guard case .waitForQueuedAction = issues.all.first?.kind, issues.all.count == 1 else {
      Issue.record("\(issues.all)")
      return
    }
  }

  @Test func `a stream alongside the effects of its action may wait for a queued action`() async {
    let gate = Gate()
    let waiting = Gate()
    waiting.open()
    let issues = IssueLog()
    var queued: SendHandle?
    let store = ScriptStore<Int>(options: StoreOptions(clock: .still, onIssue: issues.record), ordering: .sequential) {
      action in
      guard action == 1 else { return .none }
      return .merge([
        .run { _ in await gate.pass() },
        .stream { @MainActor in
          await waiting.pass()
          await queued?.value
          return AsyncStream { continuation in
            continuation.yield(10)
            continuation.finish()
          }
        },
      ])
    }
    let first = store.send(1)
    queued = store.send(2)
    await waiting.waitForArrivals(1)
    gate.open()
    await first.value
    #expect(store.state == [1, 2, 10])
    #expect(issues.all.map(\.message) == [])
    #expect(store.runtime.table.gatedCount == 0)
  }
}
