import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Debounce and throttle of programs of several operations, in virtual time.
@MainActor
@Suite struct CompositeTimeTests {
  private typealias Program = EffectProgram<String>

  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()

  init() {
    clock = TestClock(executor: executor)
  }

  /// A store whose actions of the form "start …" run two operations, each of which takes some time.
  private func store(
    taking duration: Duration = .milliseconds(100),
    _ modify: @escaping @MainActor (Program) -> Program
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) { action in
      guard action.hasPrefix("start ") else { return action == "cancel" ? .cancel(.id("x")) : .none }
      let name = action.dropFirst(6)
      return modify(
        .sequence([
          Program.task { "\(name) first" }.delay(for: duration), Program.task { "\(name) second" }.delay(for: duration),
        ])
      )
    }
  }

  private func results(_ store: ScriptStore<String>) -> [String] {
    store.state.filter { !$0.hasPrefix("start ") && $0 != "cancel" }
  }

  // MARK: Debounce

  @Test func `a debounced program waits and then runs as a whole`() async {
    let store = store { $0.debounce(id: "x", for: .seconds(1)) }
    for number in 1...3 {
      store.send("start \(number)")
      await clock.advance(by: .milliseconds(999))
    }
    #expect(results(store) == [])
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runningTaskCount == 1)
    #expect(log.events("replaced").count == 2)
    let handle = store.send("start 4")
    await clock.advance(by: .milliseconds(1_101))
    #expect(results(store) == ["4 first"])
    #expect(store.isTaskRunning(id: "x"))
    #expect(!handle.isFinished)
    await clock.runUntilIdle()
    #expect(results(store) == ["4 first", "4 second"])
    #expect(!store.isTaskRunning(id: "x"))
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a newer launch cancels a debounced program that runs`() async {
    let store = store(taking: .seconds(2)) { $0.debounce(id: "x", for: .seconds(1)) }
    store.send("start 1")
    await clock.advance(by: .milliseconds(3_500))
    store.send("start 2")
    await clock.runUntilIdle()
    #expect(results(store) == ["1 first", "2 first", "2 second"])
  }

  @Test(arguments: [500, 1_050])
  func `a cancel ends a debounced program, whether it waits or runs`(milliseconds: Int) async {
    let store = store { $0.debounce(id: "x", for: .seconds(1)) }
    let handle = store.send("start 1")
    await clock.advance(by: .milliseconds(milliseconds))
    store.send("cancel")
    #expect(!store.isTaskRunning(id: "x"))
    await clock.runUntilIdle()
    #expect(results(store) == [])
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `what is debounced may be a single action`() async {
    let store = store { _ in Program.emit("emitted").debounce(id: "x", for: .seconds(1)) }
    store.send("start 1")
    store.send("start 2")
    #expect(results(store) == [])
    await clock.runUntilIdle()
    #expect(results(store) == ["emitted"])
  }

  @Test(arguments: [true, false], [true, false])
  func `delays apply to each operation and not to the wait before them, in either order`(
    isThrottled: Bool,
    isDelayedLast: Bool
  ) async {
    func waiting(_ program: Program) -> Program {
      isThrottled ? program.throttle(id: "x", for: .seconds(1)) : program.debounce(id: "x", for: .seconds(1))
    }
    let store = store { isDelayedLast ? waiting($0).delay(for: .seconds(1)) : waiting($0.delay(for: .seconds(1))) }
    store.send("start 1")
    await clock.advance(by: .milliseconds(isThrottled ? 1_099 : 2_099))
    #expect(results(store) == [])
    await clock.advance(by: .milliseconds(1))
    #expect(results(store) == ["1 first"])
    await clock.advance(by: .milliseconds(1_100))
    #expect(results(store) == ["1 first", "1 second"])
  }

  @Test func `a program that has waited for others of its name is delayed once`() async {
    let store = store { $0.cancellable(id: "x").policy(.queue(limit: 1)).delay(for: .seconds(1)) }
    store.send("start 1")
    store.send("start 2")
    await clock.advance(by: .milliseconds(3_299))
    #expect(results(store) == ["1 first", "1 second"])
    await clock.advance(by: .milliseconds(1))
    #expect(results(store) == ["1 first", "1 second", "2 first"])
  }

  @Test func `a wait whose clock fails starts nothing, and its error is reported`() async {
    struct BrokenClock: Clock {
      struct Broken: Error {}
      let clock = ContinuousClock()
      var now: ContinuousClock.Instant { clock.now }
      var minimumResolution: Duration { .zero }
      func `sleep`(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw Broken() }
    }
    let store = store { $0.debounce(id: "x", for: .seconds(1), clock: BrokenClock()).catch { _ in .emit("broken") } }
    store.send("start 1")
    await clock.runUntilIdle()
    #expect(results(store) == ["broken"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  // MARK: Throttle

  @Test func `with the leading edge the first runs as a whole, and others within the interval are refused`() async {
    let store = store { $0.throttle(id: "x", for: .seconds(1), edges: .leading) }
    store.send("start 1")
    let refused = store.send("start 2")
    #expect(refused.isFinished)
    #expect(log.events("refused") == ["refused x: throttled"])
    await clock.advance(by: .milliseconds(150))
    #expect(store.isTaskRunning(id: "x"))
    await clock.runUntilIdle()
    #expect(results(store) == ["1 first", "1 second"])
    #expect(!store.isTaskRunning(id: "x"))
    store.send("start 3")
    await clock.runUntilIdle()
    #expect(results(store).suffix(2) == ["3 first", "3 second"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `with the trailing edge the newest runs as a whole at the end of the interval`() async {
    let store = store { $0.throttle(id: "x", for: .seconds(1), edges: .trailing) }
    let replaced = store.send("start 1")
    store.send("start 2")
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runtime.waitingEffects.map(\.id) == ["x"])
    await clock.advance(by: .milliseconds(999))
    #expect(replaced.isFinished)
    #expect(results(store) == [])
    await clock.runUntilIdle()
    #expect(results(store) == ["2 first", "2 second"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `with both edges the newest replaces a first that still runs`() async {
    let store = store(taking: .milliseconds(700)) { $0.throttle(id: "x", for: .seconds(1), edges: .both) }
    store.send("start 1")
    store.send("start 2")
    store.send("start 3")
    await clock.advance(by: .milliseconds(999))
    #expect(results(store) == ["1 first"])
    await clock.runUntilIdle()
    #expect(results(store) == ["1 first", "3 first", "3 second"])
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `a held program does not count among the operations of its name`() async {
    let store = store { $0.throttle(id: "x", for: .seconds(1), edges: .trailing) }
    store.send("start 1")
    store.launch(.task(EffectOptions(id: "x", policy: .keepRunning)) { "single" })
    await store.settle()
    #expect(results(store) == ["single"])
    #expect(log.events("refused") == [])
    await clock.runUntilIdle()
    #expect(results(store) == ["single", "1 first", "1 second"])
  }

  @Test func `a cancel takes both the running program and the held one`() async {
    let store = store { $0.throttle(id: "x", for: .seconds(1), edges: .both) }
    store.send("start 1")
    store.send("start 2")
    await clock.advance(by: .milliseconds(50))
    store.send("cancel")
    #expect(!store.isTaskRunning(id: "x"))
    #expect(store.runningTaskCount == 0)
    await clock.runUntilIdle()
    #expect(results(store) == [])
  }

  @Test func `an operation with two throttles begins when both allow it`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) {
      (action: String) in
      action == "start"
        ? Program.task { "done" }.throttle(id: "inner", for: .seconds(2), edges: .leading)
          .throttle(id: "outer", for: .seconds(5), edges: .leading)
        : .none
    }
    for second in 0..<6 {
      store.send("start")
      await executor.settle()
      #expect(store.state.count { $0 == "done" } == (second < 5 ? 1 : 2), "after \(second) seconds")
      await clock.advance(by: .seconds(1))
    }
    #expect(log.events("refused") == Array(repeating: "refused outer: throttled", count: 4))
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [ThrottleEdges.leading, .trailing, .both], [false, true])
  func `of two throttles of one name the outer one applies`(edges: ThrottleEdges, isComposite: Bool) async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) {
      (action: String) in
      guard action.hasPrefix("start") else { return .none }
      let work = Program.task { "done \(action.suffix(1))" }
      return (isComposite ? .sequence([work, .task { "end" }]) : work)
        .throttle(id: "x", for: .seconds(5), edges: .trailing)
        .throttle(id: "x", for: .seconds(1), edges: edges)
    }
    let done = { store.state.filter { $0.hasPrefix("done") } }
    store.send("start 1")
    store.send("start 2")
    await store.settle()
    #expect(done() == (edges == .trailing ? [] : ["done 1"]))
    await clock.advance(by: .seconds(1))
    #expect(done() == (edges == .trailing ? ["done 2"] : edges == .leading ? ["done 1"] : ["done 1", "done 2"]))
    await clock.runUntilIdle()
    store.send("start 3")
    await clock.runUntilIdle()
    #expect(done().last == "done 3")
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.timerCount == 0)
  }

  @Test func `a held throttled program that is replaced starts nothing`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      switch action {
      case "throttled":
        Program.sequence([.emit("never"), .emit("never")]).throttle(id: "x", for: .seconds(1), edges: .trailing)
      case "now": .task(EffectOptions(id: "x")) { "done" }
      default: .none
      }
    }
    store.send("throttled")
    store.send("now")
    await clock.runUntilIdle()
    #expect(store.state == ["throttled", "now", "done"])
  }

  @Test func `a mapped program is debounced as before`() async {
    let store = store { $0.debounce(id: "x", for: .seconds(1)).map { "<\($0)>" } }
    store.send("start 1")
    await clock.advance(by: .milliseconds(999))
    #expect(results(store) == [])
    await clock.runUntilIdle()
    #expect(results(store) == ["<1 first>", "<1 second>"])
  }
}
