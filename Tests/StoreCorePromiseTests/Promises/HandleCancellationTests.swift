import Dispatch
import StoreCore
import StoreSimulation
import Testing
import _StoreTestSupport

/// Promise 5 for handles: what has been cancelled is finished.
@MainActor
@Suite(.observedToo) struct HandleCancellationTests {
  private enum Work: String, CaseIterable, Sendable {
    case effect, sequence, caught, answered, named, delayed, throttled, waiting, stream, nested

    func program(_ gate: Gate) -> EffectProgram<String> {
      let work = EffectProgram<String>.run { _ in await gate.pass() }
      switch self {
      case .effect: return work
      case .sequence: return .sequence([work, .emit("member")])
      case .caught: return work.catch { _ in .emit("caught") }
      case .answered: return work.onCancel { "answer" }
      case .named: return .merge([work, work]).cancellable(id: "named")
      case .delayed: return work.delay(for: .seconds(1_000))
      case .throttled: return .merge([work, work.throttle(id: "t", for: .seconds(1_000), edges: .trailing)])
      case .waiting:
        let options = EffectOptions(id: "line", policy: .queue(limit: 5))
        return .merge((0..<3).map { _ in .run(options) { _ in await gate.pass() } })
      case .stream: return .sequence([.stream(AsyncStream<String> { _ in }), .emit("member")])
      case .nested: return .sequence([.sequence([.merge([work, work]), .emit("member")]), .emit("member")])
      }
    }
  }

  @Test(arguments: Work.allCases, [false, true])
  private func `a handle has finished when its cancel has returned`(work: Work, hasBegun: Bool) async {
    let gate = Gate()
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      action == "start" ? work.program(gate) : .none
    }
    let handle = store.send("start")
    #expect(!handle.isFinished)
    if hasBegun, work != .delayed, work != .stream { await gate.waitForArrivals(1) }
    handle.cancel()
    #expect(handle.isFinished)
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.state == (work == .answered ? ["start", "answer"] : ["start"]))
    #expect(handle.isFinished)
  }

  #if os(Linux)
  /// The owner of a store.
  @MainActor
  private final class Owner {
    var store: SuspendingStore<Int>?
  }

  /// The ends of an action whose handler has not begun, as its task begins later.
  @Test(arguments: ["handle", "stop", "store"])
  func `a handler that has not begun is not called after its cancel`(end: String) async {
    let log = EventLog()
    var called: [Int] = []
    let owner = Owner()
    owner.store = SuspendingStore(options: StoreOptions(observers: [log])) { action in
      called.append(action)
      return .none
    }
    // In a block of the main queue, no task begins at once.
    let handle = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        let handle = owner.store?.send(1)
        switch end {
        case "handle": handle?.cancel()
        case "stop": owner.store?.runtime.stop()
        default: owner.store = nil
        }
        continuation.resume(returning: handle)
      }
    }
    // Begins after the task of the handler.
    await Task { @MainActor in }.value
    await owner.store?.settle()
    #expect(handle?.isFinished == true)
    #expect(called.isEmpty)
    #expect(log.events("handled").isEmpty)
    #expect(log.events("dropped").count == (end == "store" ? 0 : 1))
  }
  #endif

  @Test func `a handle of a queued action has finished when its cancel has returned`() async {
    var handle: SendHandle?
    var store: ScriptStore<Int>?
    store = ScriptStore { action in
      if action == 1 {
        handle = store?.send(2)
        #expect(handle?.isFinished == false)
        handle?.cancel()
        #expect(handle?.isFinished == true)
      }
      return .none
    }
    store?.send(1)
    #expect(store?.state == [1])
  }

  @Test(arguments: ["sequential", "suspending", "launch"], [false, true])
  func `a wait for what is taken out of the queue ends at once`(kind: String, isFirst: Bool) async {
    let gate = Gate()
    let store: any StoreEngine<[Int], Int> =
      if kind == "sequential" {
        ScriptStore(ordering: .sequential) { $0 == 1 ? .run { _ in await gate.pass() } : .none }
      } else {
        SuspendingStore { action in
          if action == 1 { await gate.pass() }
          return .none
        }
      }
    store.send(1)
    let second = kind == "launch" ? store.runtime.launch(.emit(2)) : store.send(2)
    let waits = isFirst ? [Task { await second.value }, Task { await second.tree }] : []
    // After both have begun.
    await Task.detached { @MainActor in }.value
    second.cancel()
    for wait in waits { await wait.value }
    await second.value
    await second.tree
    #expect(!gate.isOpen)
    gate.open()
    await store.send(3).value
    #expect(store.state == [1, 3])
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.gatedCount == 0)
  }

  @Test(arguments: [false, true])
  func `a wait for what a stop takes out of the queue ends at once`(isLaunch: Bool) async {
    let gate = Gate()
    let store = SuspendingStore<Int> { action in
      if action == 1 { await gate.pass() }
      return .none
    }
    store.send(1)
    let second = isLaunch ? store.runtime.launch(.emit(2)) : store.send(2)
    let wait = Task { await second.value }
    // After it has begun.
    await Task.detached { @MainActor in }.value
    store.runtime.stop()
    await wait.value
    #expect(!gate.isOpen)
    gate.open()
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `after a cancel value waits for the answers to it`() async {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      action == "start" ? .run { _ in try await untilCancelled() }.onCancel { "answer" } : .none
    }
    let handle = store.send("start")
    handle.cancel()
    #expect(store.state == ["start"])
    await handle.value
    #expect(store.state == ["start", "answer"])
  }

  @Test func `a handler that has suspended and returned no longer counts`() async {
    let gate = Gate()
    let options = StoreOptions(executor: TestExecutor())
    let store = SuspendingStore(options: options) { (action: Int) -> EffectProgram<Int> in
      await gate.pass()
      return action == 1 ? .run { _ in try await untilCancelled() }.onCancel { 2 } : .none
    }
    let handle = store.send(1)
    await gate.waitForArrivals(1)
    gate.open()
    await store.settle()
    #expect(store.state == [1])
    handle.cancel()
    #expect(handle.isFinished)
  }

  @Test func `a handler that has suspended counts until it returns`() async {
    let gate = Gate()
    let store = SuspendingStore { (_: Int) in
      await gate.pass()
      return .emit(2)
    }
    let handle = store.send(1)
    await gate.waitForArrivals(1)
    handle.cancel()
    #expect(!handle.isFinished)
    gate.open()
    await handle.value
    #expect(handle.isFinished)
    #expect(store.state == [1])
  }

  @Test func `an effect's task is cancelled before the effect that waited for it begins`() {
    let gate = Gate()
    let order = Locked<[String]>([])
    let store = ScriptStore(Int.self, options: StoreOptions(executor: InlineExecutor()))
    let handle = store.launch(
      .run(EffectOptions(id: "x")) { _ in
        await withTaskCancellationHandler {
          await gate.pass()
        } onCancel: {
          order.withLock { $0.append("cancelled") }
        }
      }
    )
    store.launch(.run(EffectOptions(id: "x", policy: .queue(limit: 1))) { _ in order.withLock { $0.append("begun") } })
    handle.cancel()
    #expect(order.withLock { $0 } == ["cancelled", "begun"])
    gate.open()
  }

  @Test func `a closure that makes an action is not called if its own action was cancelled`() {
    let asked = Counter()
    var handle: SendHandle?
    var store: ScriptStore<String>?
    store = ScriptStore { action in
      switch action {
      case "first":
        handle = store?.send("second")
        return .none
      case "second":
        handle?.cancel()
        return .emit {
          asked.add()
          return "made"
        }
      default:
        return .none
      }
    }
    store?.send("first")
    #expect(store?.state == ["first", "second"])
    #expect(asked.value == 0)
    store = nil
  }

  /// The way an effect sends an action whose handler cancels that effect.
  enum Way: String, CaseIterable, Sendable {
    case sent, performed, returned, element, lastElement

    func program(of action: Int, _ gate: Gate) -> EffectProgram<Int> {
      switch self {
      case .sent:
        return .run { send in
          send(action)
          await gate.pass()
        }
      case .performed: return .run { await $0.perform(action) }
      case .returned: return .task { action }
      case .element: return .stream(AsyncStream { $0.yield(action) })
      case .lastElement:
        return .stream(
          AsyncStream {
            $0.yield(action)
            $0.finish()
          }
        )
      }
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func `nothing begins after an effect's action has cancelled its handle`(way: Way, isSuspending: Bool) async {
    let gate = Gate()
    var handle: SendHandle?
    let script: @MainActor (Int) -> EffectProgram<Int> = { action in
      guard action < 3 else { return .none }
      if action == 2 {
        handle?.cancel()
        #expect(handle?.isFinished == true)
      }
      return action == 1 ? way.program(of: 2, gate) : .task { 3 }
    }
    let store: any StoreEngine<[Int], Int> =
      isSuspending ? SuspendingStore { script($0) } : ScriptStore(script: script)
    handle = store.send(1)
    while store.state.count < 2 { await Task.detached { @MainActor in }.value }
    gate.open()
    await store.settle()
    #expect(store.state == [1, 2])
    #expect(handle?.isFinished == true)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [Way.sent, .performed, .returned])
  func `what an effect sends belongs to its action even if the handler cancels the effect`(way: Way) async {
    let (gate, late) = (Gate(), Gate())
    var store: ScriptStore<Int>?
    store = ScriptStore { action in
      guard action < 3 else { return .none }
      if action == 2 { store?.runtime.cancel(.all) }
      return action == 1
        ? way.program(of: 2, gate)
        : .task {
          await late.pass()
          return 3
        }
    }
    let handle = store?.send(1)
    let wait = Task { await handle?.tree }
    await late.waitForArrivals(1)
    late.open()
    await wait.value
    #expect(store?.state == [1, 2, 3])
    gate.open()
    await store?.settle()
    #expect(store?.runtime.table.nodeCount == 0)
  }
}
