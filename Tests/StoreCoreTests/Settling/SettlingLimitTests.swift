import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Promise 13 for a store that does not become quiet: it reports what runs, and nothing hangs.
@MainActor
@Suite struct SettlingLimitTests {
  private let executor = TestExecutor()
  private let issues = IssueLog()

  private func options(isObservable: Bool = true, limit: Duration = .zero) -> StoreOptions {
    StoreOptions(
      name: "endless",
      executor: isObservable ? executor : nil,
      onIssue: { [issues] in issues.record($0) },
      settlingLimit: limit
    )
  }

  private var running: [[String]] {
    issues.all.map { issue in
      if case .notSettled(let running) = issue.kind { running } else { ["\(issue)"] }
    }
  }

  /// Sends for ever, and so always has a job for the executor.
  private static func ticks(_ action: String) -> EffectProgram<String> {
    guard action == "start" else { return .none }
    return .run(EffectOptions(id: "ticks")) { send in
      while !Task.isCancelled { await send.perform("tick") }
    }
  }

  @Test func `a wait for a store that never becomes quiet ends with an issue`() async throws {
    let store = ScriptStore(options: options(), script: Self.ticks)
    store.send("start")
    await store.settle()
    let line = try #require(running.first?.first)
    #expect(running.map(\.count) == [1])
    #expect(line.hasPrefix("ticks#"))
    #expect(line.contains(", for "))
    #expect(line.hasSuffix(", launched by start"))
    let message = try #require(issues.all.first?.message)
    #expect(message.hasPrefix("A wait until the store is quiet was given up after 0.0 seconds."))
    #expect(message.contains("  1. \(line)"))
    store.cancel(.all)
    await store.settle()
  }

  // An advance by a second with a ticker of a nanosecond took hours.
  @Test func `an advance to a time ends after very many wakings`() async {
    let store = ScriptStore(options: options(), script: Self.ticks)
    var wakings = 0
    let turns = SettlingTurns(of: executor, mostWakings: 100)
    let isQuiet = await turns.settle {
      wakings += 1
      return wakings < 1_000
    }
    #expect(!isQuiet)
    #expect(wakings == 101)
    #expect(
      issues.all.map { $0.message.prefix { $0 != "." } } == [
        "A wait until the store is quiet was given up after 100 wakings"
      ]
    )
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [false, true])
  func `a wait for a store that never becomes quiet ends when it is cancelled`(ofExecutor: Bool) async {
    let store = ScriptStore(options: options(limit: .seconds(5)), script: Self.ticks)
    store.send("start")
    let settling = Task { @MainActor in
      if ofExecutor { await executor.settle() } else { await store.settle() }
    }
    await Task { @MainActor in }.value
    settling.cancel()
    await settling.value
    #expect(issues.all.isEmpty)
    #expect(store.runningTaskCount == 1)
    store.cancel(.all)
    await store.settle()
  }

  @Test func `a retry without a wait is seen, because it lets other work run`() async throws {
    let store = ScriptStore(options: options()) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .task(id: "fails") { throw CancellationError() }.retry(RetryPolicy(attempts: .max, delay: .zero))
    }
    store.send("start")
    await store.settle()
    #expect(running.first?.first?.hasPrefix("fails#") == true)
    store.cancel(.all)
    await store.settle()
    #expect(running.count == 1)
  }

  @Test func `the report says which effects have no action, were cancelled, or wait in a queue`()
    async throws
  {
    let gate = Gate()
    let store = ScriptStore(options: options()) { (action: String) -> EffectProgram<String> in
      switch action {
      case "stubborn": .run(EffectOptions(id: "stubborn")) { _ in await gate.pass() }
      case "queue": .run(EffectOptions(id: "line", policy: .queue(limit: 5))) { _ in await gate.pass() }
      default: Self.ticks(action)
      }
    }
    store.send("stubborn")
    await store.settle()
    store.send("queue")
    store.send("queue")
    store.launch(Self.ticks("start"))
    store.cancel(.id("stubborn"))
    await store.settle()
    let lines = try #require(running.first)
    try #require(lines.count == 4)
    #expect(lines[0].hasPrefix("stubborn#"))
    #expect(lines[0].hasSuffix("launched by stubborn, was cancelled"))
    #expect(lines[1].hasSuffix("launched by queue"))
    #expect(lines[2].hasSuffix("launched by queue, waits for its turn"))
    #expect(lines[3].hasSuffix("launched without an action"))
    store.cancel(.all)
    gate.open()
    await store.settle()
  }

  @Test func `advancing a clock gives up too, and leaves the clock where it is`() async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore(options: options()) { (action: String) -> EffectProgram<String> in
      action == "start" ? Self.ticks("start").delay(for: .seconds(1), clock: clock) : .none
    }
    store.send("start")
    await clock.advance(by: .seconds(5))
    #expect(running.count == 1)
    #expect(clock.now.offset == .seconds(1))
    store.cancel(.all)
    await clock.advance(by: .seconds(1))
    #expect(running.count == 1)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `running a clock to its end gives up if an effect sleeps again and again`() async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore(options: options()) { (action: String) -> EffectProgram<String> in
      .run(EffectOptions(id: "ticker")) { _ in
        while true { try await clock.sleep(for: .seconds(1)) }
      }
    }
    store.send("start")
    await clock.runUntilIdle()
    #expect(running.count == 1)
    store.cancel(.all)
    await clock.runUntilIdle()
    #expect(running.count == 1)
  }

  @Test func `the longest limit of an executor's stores applies`() async {
    let other = ScriptStore(String.self, options: options(limit: .seconds(1_000)))
    let store = ScriptStore(options: options()) { (action: Int) -> EffectProgram<Int> in
      action < 3_000 ? .task { action + 1 } : .none
    }
    store.send(1)
    await store.settle()
    #expect(store.state.last == 3_000)
    #expect(running.isEmpty)
    withExtendedLifetime(other) {}
  }

  @Test func `in the pool settling gives up for an effect that waits`() async throws {
    let gate = Gate()
    let store = ScriptStore(options: options(isObservable: false)) { (action: String) -> EffectProgram<String> in
      .run(EffectOptions(id: "waits")) { _ in await gate.pass() }
    }
    store.send("start")
    await store.settle()
    let line = try #require(running.first?.first)
    #expect(running.map(\.count) == [1])
    #expect(line.hasPrefix("waits#"))
    gate.open()
    await store.send("again").value
  }

  @Test(arguments: ["polls", "acts"])
  func `in the pool the limit holds for an effect that polls too`(how: String) async throws {
    let gate = Gate()
    let options = options(isObservable: false, limit: .milliseconds(2))
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run(EffectOptions(id: "poller")) { send in
        while !Task.isCancelled {
          if how == "acts" { await send.perform("poll") } else { await Task {}.value }
        }
        await gate.pass()
      }
    }
    store.send("start")
    await store.settle()
    let message = try #require(issues.all.first?.message)
    #expect(message.hasPrefix("A wait until the store is quiet was given up after 0.002 seconds."))
    #expect(message.contains("poller#"))
    #expect(running.map(\.count) == [1])
    store.cancel(.all)
    await store.settle()
    #expect(running.count == 1, "a cancelled poller is not waited for")
    gate.open()
  }

  @Test func `in the pool an effect that polls does not prolong the limit`() async {
    // In a process of its own, where no other test holds the main actor.
    await #expect(processExitsWith: .success) { await SettlingLimitTests.settleBesidePollers() }
  }

  private static func settleBesidePollers() async {
    let limit = Duration.seconds(1)
    let options = StoreOptions(onIssue: { _ in }, settlingLimit: limit)
    for acts in [false, true] {
      let runtime = Runtime<String>(options: options) { action in
        guard action == "start" else { return .none }
        return .run(EffectOptions(id: "poller")) { send in
          while !Task.isCancelled {
            if acts { await send.perform("poll") } else { await Task {}.value }
          }
        }
      }
      runtime.send("start")
      let time = await ContinuousClock().measure { await runtime.settle() }
      // Half a minute, for slow machines: it once took a hundred times the limit.
      #expect(time >= limit && time < limit * 30, "\(time)")
    }
  }

  @Test func `in the pool turns that grow without end count towards the limit`() async {
    // In a process of its own: next to other tests, which hold the main actor, the sends would fill the memory.
    await #expect(processExitsWith: .success) {
      await MainActor.run { SettlingLimitTests() }.settleInFlood()
    }
  }

  private func settleInFlood() async {
    let options = options(isObservable: false, limit: .milliseconds(100))
    let runtime = Runtime<Int>(options: options) { action in
      guard action == 0 else { return .none }
      return .run(id: "flood") { send in
        while !Task.isCancelled { send(1) }
      }
    }
    runtime.send(0)
    await runtime.settle()
    runtime.cancel(.all)
    #expect(running.map { $0.map { String($0.prefix(6)) } } == [["flood#"]])
  }

  @Test func `in the pool the time in which other work holds the main actor does not count`() async {
    let limit = Duration.milliseconds(100)
    let store = ScriptStore(options: options(isObservable: false, limit: limit)) {
      (action: String) -> EffectProgram<String> in
      switch action {
      case "start": return .task { "hold" }
      case "hold":
        let end = ContinuousClock.now + limit * 3
        while ContinuousClock.now < end {}
        return .task { "end" }
      default: return .none
      }
    }
    store.send("start")
    await store.settle()
    #expect(running.isEmpty)
    #expect(store.state == ["start", "hold", "end"])
  }

  @Test func `in the pool the time of a handler that enqueues and holds the main actor does not count`() async {
    let limit = Duration.milliseconds(100)
    var store: ScriptStore<String>?
    store = ScriptStore(options: options(isObservable: false, limit: limit)) { action in
      guard action == "hold" else { return .none }
      let end = ContinuousClock.now + limit * 3
      while ContinuousClock.now < end {}
      store?.enqueue("end")
      return .none
    }
    store?.enqueue("hold")
    await store?.settle()
    #expect(running.isEmpty)
    #expect(store?.state == ["hold", "end"])
    store = nil
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .nanoseconds(-1), .nanoseconds(1)])
  func `in the pool a store that is quiet settles with any limit`(limit: Duration) async {
    let store = ScriptStore(Int.self, options: options(isObservable: false, limit: limit))
    store.send(1)
    await store.settle()
    #expect(issues.all.isEmpty)
  }

  @Test func `in the pool the time limit wakes a waiting settle`() async {
    let gate = Gate()
    let store = ScriptStore(options: options(isObservable: false, limit: .milliseconds(1))) {
      (action: String) -> EffectProgram<String> in
      .run { _ in await gate.pass() }
    }
    store.send("start")
    await store.settle()
    #expect(running.count == 1)
    gate.open()
  }

  @Test func `in the pool a store that never becomes quiet is not followed for ever`() async throws {
    let store = ScriptStore(options: options(isObservable: false), script: Self.ticks)
    store.send("start")
    await store.settle()
    #expect(running.map(\.count) == [1])
    store.cancel(.all)
    await store.settle()
    #expect(running.count == 1)
  }

  @Test func `actions that are enqueued again and again are followed for a limited number of rounds`() async throws {
    var options = options(limit: .seconds(1_000))
    options.chainLimit = 20
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options) { action in
      store?.enqueue(action + 1)
      return .none
    }
    // It continues until then.
    defer { store = nil }
    store?.enqueue(1)
    await store?.settle()
    #expect(running == [[]])
    let message = try #require(issues.all.first?.message)
    #expect(message.hasPrefix("A wait until the store is quiet was given up after 20 rounds of actions."))
    #expect(message.contains("'StoreOptions.chainLimit'"))
    #expect(!message.contains("'StoreOptions.settlingLimit'"))
  }

  @Test func `rounds of actions share one limit`() async throws {
    var options = options(limit: .milliseconds(20))
    options.chainLimit = 1_000
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options) { action in
      store?.enqueue(action + 1)
      // Between these actions the executor has nothing to do, and is quiet.
      guard action % 10 == 0 else { return .none }
      return .run { _ in
        let end = ContinuousClock.now.advanced(by: .milliseconds(5))
        while ContinuousClock.now < end {}
      }
    }
    // It continues until then.
    defer { store = nil }
    store?.enqueue(1)
    await store?.settle()
    let message = try #require(issues.all.first?.message)
    #expect(message.hasPrefix("A wait until the store is quiet was given up after 0.02 seconds."))
  }

  @Test func `without a running effect, the report says that something else runs`() async throws {
    // Gives its executor one job after another, none of which belongs to a store.
    let task = Task(executorPreference: executor) { @concurrent in
      while !Task.isCancelled { await MainActor.run {} }
    }
    let store = ScriptStore(String.self, options: options())
    await store.settle()
    #expect(running == [[]])
    #expect(try #require(issues.all.first).message.contains("No effect of the store is running"))
    task.cancel()
    await task.value
  }

  @Test func `a settling says whether the executor became quiet`() async {
    #expect(await SettlingTurns(of: executor).settle())
    let store = ScriptStore(options: options(), script: Self.ticks)
    store.send("start")
    #expect(await !SettlingTurns(of: executor).settle())
    store.cancel(.all)
    await store.settle()
  }

  @Test(arguments: [false, true])
  func `running a clock to its end has one limit for all wake-ups`(onMainActor: Bool) async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore(String.self, options: options(limit: .milliseconds(5)))
    if onMainActor {
      store.launch(.runOnMainActor { _ in while true { try await clock.sleep(for: .seconds(1)) } })
    } else {
      store.launch(.run { _ in while true { try await clock.sleep(for: .seconds(1)) } })
    }
    await clock.runUntilIdle()
    #expect(running.map(\.count) == [1])
    store.cancel(.all)
    await store.settle()
  }

  @Test(arguments: [false, true])
  func `of an executor's stores, only those whose effects have not ended report`(isDraining: Bool) async {
    let gate = Gate()
    let others = IssueLog()
    let idle = ScriptStore(
      String.self,
      options: StoreOptions(executor: executor, onIssue: { others.record($0) }, settlingLimit: .zero)
    )
    let store = ScriptStore(String.self, options: options())
    store.launch(.run(EffectOptions(id: "work")) { _ in await gate.pass() })
    await store.settle()
    if isDraining { store.cancel(.id("work")) }
    let task = Task(executorPreference: executor) { @concurrent in
      while !Task.isCancelled { await MainActor.run {} }
    }
    await idle.settle()
    #expect(running.map(\.count) == [1])
    #expect(others.all.isEmpty)
    task.cancel()
    gate.open()
    await task.value
  }

  @Test(arguments: ["on a store whose handler may suspend", "by one who is called"])
  func `an effect that is launched after an action is not attributed to it`(launch: String) async throws {
    let runtime: Runtime<String>
    var suspending: SuspendingStore<String>?
    var plain: ScriptStore<String>?
    if launch == "by one who is called" {
      plain = ScriptStore(options: options())
      runtime = try #require(plain?.runtime)
    } else {
      suspending = SuspendingStore(options: options()) { _ in .none }
      runtime = try #require(suspending?.runtime)
    }
    runtime.send("before")
    if plain == nil {
      runtime.launch(Self.ticks("start"))
    } else {
      runtime.performOutsideHandler { runtime.launch(Self.ticks("start")) }
    }
    await runtime.settle()
    let line = try #require(running.first?.first)
    #expect(line.hasSuffix("launched without an action"))
    runtime.cancel(.all)
    await runtime.settle()
    suspending = nil
    plain = nil
  }

  @Test func `settling reports once, even if actions are enqueued again and again`() async {
    var store: ScriptStore<String>?
    store = ScriptStore(options: options()) { action in
      if action == "again" { store?.enqueue("again") }
      return Self.ticks(action)
    }
    // They continue until then.
    defer { store = nil }
    store?.send("start")
    store?.enqueue("again")
    await store?.settle()
    #expect(running.map(\.count) == [1])
    store?.cancel(.all)
  }

  @Test(arguments: [false, true])
  func `the report names the action whose handler has not returned`(hasEffect: Bool) async throws {
    let gate = Gate()
    let store = SuspendingStore<Int>(options: options(isObservable: false, limit: .milliseconds(20))) { action in
      if action == 0 { return .run(EffectOptions(id: "other")) { _ in try await untilCancelled() } }
      await gate.pass()
      return .none
    }
    if hasEffect { store.send(0) }
    store.send(1)
    await store.settle()
    let message = try #require(issues.all.first?.message)
    #expect(message.contains("\n\nThe handler of 1 has not returned.\n\n"))
    #expect(message.contains("  1. other#") == hasEffect)
    #expect(message.contains("\n\nMove long work from the handler to an effect. Make an endless effect wait"))
    #expect(issues.all.count == 1)
    gate.open()
  }

  @Test func `the report lists the first of many effects, and counts the rest`() async throws {
    let store = ScriptStore(options: options(isObservable: false)) { (_: Int) -> EffectProgram<Int> in
      .merge((0..<100).map { number in .run(EffectOptions(id: number)) { _ in try await untilCancelled() } })
    }
    store.send(1)
    await store.settle()
    #expect(running.map(\.count) == [100])
    let message = try #require(issues.all.first?.message)
    #expect(message.contains("\n  64. 63#"))
    #expect(message.contains("\n  and 36 more\n\n"))
    #expect(!message.contains("65. "))
    store.cancel(.all)
  }
}
