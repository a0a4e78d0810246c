import FeatureEngine
import Logging
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct ActionTaskModifiersTests {
  typealias Task = ActionTask<String, Notes>

  private let executor: TestExecutor
  private let clock: TestClock

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
  }

  @Test func `a priority applies to all operations inside`() async {
    let gate = Gate()
    let store = makeStore { _ in
      .merge(.run { _ in await gate.pass() }, .run(priority: .low) { _ in await gate.pass() }).priority(.background)
    }
    store.send("start")
    #expect(store.runtime.runningEffects.map(\.priority) == [.background, .background])
    gate.open()
    await store.settle()

    let plain = makeStore { _ in .run(id: "a", priority: .low) { _ in await gate.pass() } }
    plain.send("start")
    #expect(plain.runtime.runningEffects.map(\.priority) == [.low])
    await plain.settle()
  }

  @Test func `a task that answers with an action has its priority`() async {
    let store = makeStore { action in
      action == "start"
        ? .merge(.task(id: "a", priority: .high) { _ in "b" }, .task(priority: .low) { _ in "b" }) : .none
    }
    store.send("start")
    #expect(store.runtime.runningEffects.map(\.priority) == [.high, .low])
    await store.settle()
  }

  @Test(arguments: [
    Duration.zero, Duration(attoseconds: .min), .nanoseconds(1), .seconds(1_000 * 365 * 86_400), .seconds(Int64.max),
    Duration(attoseconds: .max),
  ])
  func `no duration crashes, and none is waited for longer than a hundred years`(duration: Duration) async {
    struct Failure: Error {}
    let store = makeStore { _ in
      .merge(
        note("delayed", id: "delay").delay(for: duration),
        note("debounced", id: "a").debounce(id: "debounce", for: duration),
        note("throttled", id: "b").throttle(id: "throttle", for: duration, edges: .trailing),
        .run(id: "timeout") { _ in try await untilCancelled() }.timeout(after: duration)
          .catch { _, state in state.lines.append("timed out") },
        .run(id: "retry") { _ in throw Failure() }
          .retry(RetryPolicy(attempts: 2, delay: duration, multiplier: .infinity))
          .catch { _, state in state.lines.append("failed twice") }
      )
    }
    store.send("start")
    await clock.advance(by: .seconds(100 * 365 * 86_400))
    #expect(store.state.lines.sorted() == ["debounced", "delayed", "failed twice", "throttled", "timed out"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a delayed task is registered at once and begins later`() async {
    let store = makeStore { _ in note("ran", id: "later").delay(for: .seconds(1)) }
    let handle = store.send("start")
    #expect(store.isTaskRunning(id: "later"))
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.lines.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.lines == ["ran"])
    #expect(handle.isFinished)
  }

  @Test func `a cancel ends the wait of a delayed task`() async {
    let store = makeStore { _ in note("ran", id: "later").delay(for: .seconds(1)) }
    let handle = store.send("start")
    await store.settle()
    #expect(clock.deadlines.count == 1)
    store.cancelTask(id: "later")
    #expect(handle.isFinished)
    await store.settle()
    #expect(clock.deadlines.isEmpty)
    await clock.advance(by: .seconds(2))
    #expect(store.state.lines.isEmpty)
  }

  @Test func `a modifier waits on its own clock instead of the store's`() async {
    let own = TestClock(executor: executor)
    let store = makeStore { _ in note("ran").delay(for: .seconds(1), clock: own) }
    store.send("start")
    await clock.advance(by: .seconds(2))
    #expect(store.state.lines.isEmpty)
    await own.advance(by: .seconds(1))
    #expect(store.state.lines == ["ran"])
  }

  @Test func `a task that takes too long fails`() async {
    let clock = clock
    let store = makeStore { action in
      .run { state in
        try await clock.sleep(for: action == "slow" ? .seconds(2) : .milliseconds(500))
        state.lines.append("ran")
      }
      .timeout(after: .seconds(1))
      .catch { error, state in state.lines.append("\(error)") }
    }
    store.send("quick")
    await clock.advance(by: .seconds(3))
    #expect(store.state.lines == ["ran"])
    store.send("slow")
    await clock.advance(by: .seconds(3))
    #expect(store.state.lines == ["ran", "The effect did not end within 1.0 seconds."])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `subscribers are notified of what a task that took too long wrote`() async {
    let clock = clock
    let store = makeStore(logger: RecordedLog().logger) { _ in
      .run { state in
        defer { state.count += 1 }
        try await clock.sleep(for: .seconds(2))
      }
      .timeout(after: .seconds(1))
    }
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    store.send("slow")
    await clock.advance(by: .seconds(3))
    #expect(store.state.count == 1)
    #expect(heard == [0, 1])
  }

  @Test func `a task that fails is run again, under its name, and only the last error is handled`() async {
    let store = makeStore { action in
      .run(id: "load") { state in
        state.count += 1
        if state.count < 3 || action == "never" { throw Refused() }
        state.lines.append("loaded")
      }
      .retry(RetryPolicy(attempts: 3, delay: .seconds(1)))
      .catch { error, state in state.lines.append("\(error)") }
    }
    store.send("third")
    await store.settle()
    #expect(store.state.count == 1)
    #expect(store.isTaskRunning(id: "load"))
    await clock.advance(by: .seconds(1))
    #expect(store.state.count == 2)
    await clock.advance(by: .seconds(2))
    #expect(store.state.lines == ["loaded"])
    store.state.count = 0
    store.send("never")
    await clock.advance(by: .seconds(10))
    #expect(store.state.count == 3)
    #expect(store.state.lines == ["loaded", "Refused()"])
  }

  @Test func `after a cancel there is no further attempt`() async {
    let store = makeStore { _ in
      .run(id: "load") { state in
        state.count += 1
        throw Refused()
      }
      .retry(RetryPolicy(attempts: 3, delay: .seconds(1)))
    }
    store.send("start")
    await store.settle()
    store.cancelTask(id: "load")
    await clock.advance(by: .seconds(10))
    #expect(store.state.count == 1)
  }

  @Test func `a debounced task begins once no newer one has come for the duration`() async {
    let store = makeStore { action in note(action).debounce(id: "search", for: .milliseconds(300)) }
    for text in ["s", "sw", "swi"] {
      store.send(text)
      #expect(store.isTaskRunning(id: "search"))
      await clock.advance(by: .milliseconds(299))
    }
    #expect(store.state.lines.isEmpty)
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.lines == ["swi"])
    store.send("x")
    store.cancelTask(id: "search")
    await clock.advance(by: .seconds(1))
    #expect(store.state.lines == ["swi"])
  }

  @Test(arguments: [
    (ThrottleEdges.both, ["0", "3", "4"]), (.leading, ["0", "4"]), (.trailing, ["3", "4"]),
  ])
  func `a throttled task begins at most once in an interval`(edges: ThrottleEdges, expected: [String]) async {
    let store = makeStore { action in note(action).throttle(id: "save", for: .seconds(1), edges: edges) }
    for number in 0...3 {
      store.send("\(number)")
      await store.settle()
      await clock.advance(by: .milliseconds(100))
    }
    // Two intervals later: the one that the last begins has ended.
    await clock.advance(by: .seconds(3))
    store.send("4")
    await clock.advance(by: .seconds(2))
    #expect(store.state.lines == expected)
  }

  /// Modifiers of tasks without an operation, and the modifier that an issue names as ignored.
  static let modifiers: [(ignored: String?, around: @MainActor (Task) -> Task)] = [
    (nil, { $0.priority(.high) }), (nil, { $0.named("nothing") }), (nil, { $0.cancellable(id: 1) }),
    (nil, { $0.catch { _, _ in Issue.record("nothing fails") } }),
    ("timeout(after:)", { $0.timeout(after: .zero) }), ("retry(_:)", { $0.retry() }),
    ("policy(_:)", { $0.policy(.keepRunning) }),
  ]

  @Test(arguments: 0..<7)
  func `a task without an operation takes effect, and an issue names the modifier that cannot apply`(index: Int) {
    let (ignored, around) = Self.modifiers[index]
    let gate = Gate()
    let issues = IssueLog()
    let store = makeStore(issues: issues) { action in
      switch action {
      case "send": around(.send("sent"))
      case "cancel": around(.cancel(id: "load"))
      case "load": .run(id: "load") { _ in await gate.pass() }
      default: .run { state in state.lines.append(action) }
      }
    }
    store.send("load")
    #expect(store.isTaskRunning(id: "load"))
    store.send("cancel")
    #expect(!store.isTaskRunning(id: "load"))
    #expect(issues.all.compactMap(\.kind.ignoredModifier) == (ignored.map { [$0] } ?? []))
    #expect(issues.all.count == (ignored == nil ? 0 : 1))
    store.send("send")
    #expect(issues.all.compactMap(\.kind.ignoredModifier) == (ignored.map { [$0, $0] } ?? []))
    #expect(store.runningTaskCount == 1, "that of 'sent', which was handled")
    #expect(!store.isTaskRunning(id: 1))
    #expect(around(.none).isNone)
    gate.open()
  }

  @Test func `a delayed action is handled after the delay, unless it is cancelled`() async {
    let gate = Gate()
    let store = makeStore { action in
      switch action {
      case "work": .run(id: "work") { _ in await gate.pass() }
      case "cancel later": .cancel(id: "work").delay(for: .seconds(1))
      case "send later": .send("sent").delay(for: .seconds(1)).cancellable(id: "late")
      case "sent": note("sent")
      default: .none
      }
    }
    store.send("work")
    store.send("cancel later")
    store.send("send later")
    await clock.advance(by: .milliseconds(999))
    #expect(store.isTaskRunning(id: "work"))
    #expect(store.isTaskRunning(id: "late"))
    #expect(store.state.lines.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(!store.isTaskRunning(id: "work"))
    #expect(!store.isTaskRunning(id: "late"))
    #expect(store.state.lines == ["sent"])
    store.send("send later")
    store.cancelTask(id: "late")
    await clock.runUntilIdle()
    #expect(store.state.lines == ["sent"])
    gate.open()
  }

  @Test func `an action that polls with a delay takes the given time`() async {
    let store = makeStore { action in
      action == "poll" ? .merge(note("polled"), .send("poll").delay(for: .seconds(1))) : .none
    }
    store.send("poll")
    await clock.advance(by: .seconds(100))
    #expect(store.state.lines.count == 101)
    store.cancelAll()
  }

  @Test func `a debounce applies to the whole, even without an operation`() async {
    let gate = Gate()
    let store = makeStore { action in
      switch action {
      case "work": .run(id: "work") { _ in await gate.pass() }
      case "cancel soon": .cancel(id: "work").debounce(id: "calm", for: .seconds(1))
      case "send soon": .send("sent").debounce(id: "calm", for: .seconds(1))
      case "sent": note("sent")
      default: .none
      }
    }
    store.send("work")
    store.send("cancel soon")
    await clock.advance(by: .milliseconds(999))
    #expect(store.isTaskRunning(id: "work"))
    #expect(store.isTaskRunning(id: "calm"))
    store.send("send soon")
    await clock.advance(by: .milliseconds(999))
    #expect(store.isTaskRunning(id: "work"), "the newer one has taken the place of the cancel")
    #expect(store.state.lines.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.lines == ["sent"])
    store.send("cancel soon")
    await clock.advance(by: .seconds(1))
    #expect(!store.isTaskRunning(id: "work"))
    #expect(!store.isTaskRunning(id: "calm"))
    gate.open()
  }

  @Test func `a throttle applies to the whole, even without an operation`() async {
    let gate = Gate()
    let store = makeStore { action in
      switch action {
      case "work": .run(id: "work") { _ in await gate.pass() }
      case "cancel": .cancel(id: "work").throttle(id: "rare", for: .seconds(1))
      case "send": .send("sent").throttle(id: "rare", for: .seconds(1))
      case "sent": note("sent")
      default: .none
      }
    }
    store.send("send")
    await store.settle()
    #expect(store.state.lines == ["sent"])
    store.send("work")
    store.send("send")
    store.send("cancel")
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.lines == ["sent"])
    #expect(store.isTaskRunning(id: "work"))
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.lines == ["sent"], "the newest is that of the interval's end")
    #expect(!store.isTaskRunning(id: "work"))
    gate.open()
  }

  @Test func `modifiers apply from the inside out`() async {
    let clock = clock
    let store = makeStore { _ in
      .run { state in
        state.count += 1
        try await clock.sleep(for: .seconds(5))
      }
      .timeout(after: .seconds(1))
      .retry(RetryPolicy(attempts: 2, delay: .seconds(1)))
      .delay(for: .seconds(1))
      .catch { error, state in state.lines.append("\(error)") }
    }
    store.send("start")
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.count == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.count == 1)
    await clock.advance(by: .seconds(2))
    #expect(store.state.count == 2)
    #expect(store.state.lines.isEmpty)
    await clock.advance(by: .seconds(1))
    #expect(store.state.lines.count == 1)
  }

  // MARK: Support

  private func note(_ line: String, id: String? = nil) -> Task {
    guard let id else { return .run { state in state.lines.append(line) } }
    return .run(id: id) { state in state.lines.append(line) }
  }

  private func makeStore(
    logger: Logger? = nil,
    issues: IssueLog = IssueLog(),
    _ tasks: @escaping @MainActor (String) -> Task
  ) -> Store<Script> {
    Store(
      options: StoreOptions(executor: executor, clock: clock, logger: logger, onIssue: { issues.record($0) }),
      ActionHandler { action, _ in tasks(action) }
    )
  }
}
