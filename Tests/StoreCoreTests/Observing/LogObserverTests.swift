import Logging
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct LogObserverTests {
  private let log = RecordedLog()
  private let executor = TestExecutor()

  private func store(level: Logger.Level = .trace) -> ScriptStore<String> {
    let observer = LogObserver(logger: log.logger(level: level))
    let options = StoreOptions(
      name: "search",
      executor: executor,
      observers: [observer],
      onError: { _, _ in },
      onIssue: { _ in },
      chainLimit: 10
    )
    return ScriptStore(options: options) { action in
      let named = EffectOptions(id: "work", policy: .keepRunning, name: "the work")
      return switch action {
      case "load": .task(named) { "loaded" }
      case "fail": .task(EffectOptions(id: "work")) { throw Failure() }
      case "again": .emit("again")
      default: .none
      }
    }
  }

  private struct Failure: Error {}

  @Test func `the life of an effect is logged with its metadata`() async {
    let store = store()
    let line = UInt(#line) + 1
    store.send("load")
    await store.settle()
    #expect(
      log.entries.map(\.message) == [
        "Handled load", "An effect started", "An effect finished", "Handled loaded",
      ]
    )
    #expect(log.entries.allSatisfy { $0.level == .debug && $0.metadata["store"] == "search" })
    #expect(log.entries.map { $0.metadata["event"] } == ["1", "2", "3", "4"])
    #expect(log.entries.map { $0.metadata["action"] } == ["1", nil, nil, "2"])
    let started = log.entries[1].metadata
    #expect(started["effect.id"] == "work")
    #expect(started["effect.name"] == "the work")
    #expect(started["cause"] == "action 1")
    let token = started["effect.token"].map { "\($0)" } ?? ""
    #expect(log.entries[3].metadata["cause"] == "effect \(token)")
    #expect(log.entries[2].metadata["outcome"] == "finished")
    #expect(log.entries[0].line == line)
    #expect(log.entries[0].file == #fileID)
    #expect(log.entries[0].source == "StoreCoreTests")
  }

  @Test func `who ended an effect, and the other store that sent an action, are metadata`() async {
    let store = store()
    let other = ScriptStore(String.self, options: StoreOptions(name: "other", observers: [RecordedEvents()])) { _ in
      store.send("load")
      return .none
    }
    other.send("go")
    store.cancel(.id("work"), at: .unknown)
    #expect(log.entries.map { $0.metadata["origin"] }.prefix(2) == ["action 1 of other", nil])
    #expect(log.entries[2].metadata["ender"] == "by a cancel of 'work'")
    await store.settle()
  }

  @Test func `failures are warnings, refusals and drops are information, issues are errors`() async {
    let store = store()
    store.send("fail")
    await store.settle()
    store.send("load")
    store.send("load")
    store.send("again")
    let levels = Dictionary(grouping: log.entries, by: \.level).mapValues { Set($0.map(\.message)) }
    #expect(levels[.warning] == ["An effect failed"])
    #expect(levels[.info] == ["An effect was refused", "Dropped again"])
    #expect(levels[.error]?.count == 1)
    #expect(log.entries.first { $0.level == .warning }?.metadata["error"] == "Failure()")
    #expect(log.entries.first { $0.level == .info }?.metadata["outcome"] == "alreadyRunning")
  }

  @Test func `a refusal at the end of an interval is information`() async {
    let clock = TestClock(executor: executor)
    let observer = LogObserver(logger: log.logger(level: .info))
    let options = StoreOptions(executor: executor, clock: clock, observers: [observer])
    let store = ScriptStore(String.self, options: options)
    let work = EffectProgram<String>.run(EffectOptions(policy: .keepRunning)) { _ in try await untilCancelled() }
    for _ in 0..<2 { store.launch(work.throttle(id: "work", for: .seconds(1))) }
    await clock.advance(by: .seconds(1))
    #expect(log.entries.map(\.message) == ["A waiting effect was refused"])
    store.cancel(.all)
    await store.settle()
  }

  @Test func `an attempt that failed is information, other pauses and the store's life are details`() async {
    let clock = TestClock(executor: executor)
    let observer = LogObserver(logger: log.logger(level: .trace))
    let options = StoreOptions(executor: executor, clock: clock, observers: [observer])
    var store: ScriptStore<String>? = ScriptStore(String.self, options: options)
    let failing = EffectProgram<String>.task { throw Failure() }.retry(RetryPolicy(attempts: 2)).catch { _ in .none }
    store?.launch(failing.timeout(after: .seconds(9)).delay(for: .seconds(1)))
    await clock.runUntilIdle()
    store?.runtime.stop()
    store?.runtime.start()
    store = nil
    let pauses = log.entries.filter { $0.metadata["pause"] != nil }
    #expect(
      pauses.map(\.message) == ["An effect is delayed", "The time of an effect is limited", "An effect is tried again"]
    )
    #expect(pauses.map(\.level) == [.debug, .debug, .info])
    #expect(pauses.map { $0.metadata["duration"] } == ["1.0 seconds", "9.0 seconds", "1.0 seconds"])
    #expect(pauses.last?.metadata["attempt"] == "2 of 2" && pauses.last?.metadata["error"] == "Failure()")
    let lives = log.entries.suffix(3)
    #expect(lives.map(\.message) == ["The store was stopped", "The store was started again", "The store has ended"])
    #expect(lives.allSatisfy { $0.level == .debug })
  }

  @Test func `nothing is converted to text below the logger's level`() {
    struct Silent: CustomStringConvertible, Sendable {
      let words: Counter
      var description: String {
        words.add()
        return "words"
      }
    }
    let words = Counter()
    let observer = LogObserver(logger: log.logger(level: .info))
    let runtime = Runtime<Silent>(options: StoreOptions(observers: [observer])) { _ in .none }
    runtime.send(Silent(words: words))
    #expect(words.value == 0)
    #expect(log.entries.isEmpty)
  }
}
