#if Exhaustive
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Each modifier with each of the ways in which a wait can end, in virtual time.
@MainActor
@Suite struct ModifierEndingTests {
  /// A modifier around an operation, and how often that has begun while the modifier waits.
  enum Modifier: String, CaseIterable {
    case delay, debounce, throttleHeld, retryBackOff, timeout, delayInsideRetry, timeoutOfDelay

    var begunWhileWaiting: Int {
      switch self {
      case .delay, .debounce, .throttleHeld, .timeoutOfDelay, .delayInsideRetry: 0
      case .retryBackOff, .timeout: 1
      }
    }
  }

  enum Ending: String, CaseIterable {
    case cancel, cancelAll, cancelHandle, replace, dropStore
  }

  private struct Failure: Error {}

  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()
  private let begun = Counter()

  init() {
    clock = TestClock(executor: executor)
  }

  private func program(_ modifier: Modifier) -> EffectProgram<String> {
    let begun = begun
    let options = EffectOptions(id: "work")
    let succeeding = EffectProgram<String>.task(options) {
      begun.add()
      return "done"
    }
    let failing = EffectProgram<String>.task(options) {
      begun.add()
      throw Failure()
    }
    let endless = EffectProgram<String>.task(options) {
      begun.add()
      try await untilCancelled()
    }
    switch modifier {
    case .delay: return succeeding.delay(for: .seconds(5))
    case .debounce: return succeeding.debounce(id: "work", for: .seconds(5))
    case .throttleHeld: return succeeding.throttle(id: "work", for: .seconds(5), edges: .trailing)
    case .retryBackOff: return failing.retry(RetryPolicy(attempts: 2, delay: .seconds(5)))
    case .timeout: return endless.timeout(after: .seconds(5))
    case .delayInsideRetry: return failing.delay(for: .seconds(5)).retry(RetryPolicy(attempts: 2, delay: .seconds(5)))
    case .timeoutOfDelay: return succeeding.delay(for: .seconds(5)).timeout(after: .seconds(20))
    }
  }

  private func store(_ modifier: Modifier) -> ScriptStore<String> {
    let program = program(modifier)
    let options = StoreOptions(executor: executor, clock: clock, observers: [log])
    return ScriptStore(options: options) { action in
      switch action {
      case "start": program.catch { .emit("failed: \($0 is EffectTimeoutError ? "timeout" : "failure")") }
      case "replace": EffectProgram.task(EffectOptions(id: "work")) { "replacement" }.delay(for: .seconds(1))
      default: .none
      }
    }
  }

  @Test(arguments: Modifier.allCases, Ending.allCases)
  func `a wait that is ended early leaves nothing behind`(modifier: Modifier, ending: Ending) async {
    var store: ScriptStore<String>? = store(modifier)
    let handle = store?.send("start")
    await clock.advance(by: .seconds(4))
    #expect(store?.isTaskRunning(id: "work") == true)
    #expect(begun.value == modifier.begunWhileWaiting)
    switch ending {
    case .cancel: store?.cancel(.id("work"))
    case .cancelAll: store?.cancel(.all)
    case .cancelHandle: handle?.cancel()
    case .replace: store?.send("replace")
    case .dropStore: store = nil
    }
    await handle?.value
    if ending != .replace {
      #expect(store?.runningTaskCount ?? 0 == 0)
    }
    await clock.advance(by: .seconds(3_600))
    #expect(begun.value == modifier.begunWhileWaiting)
    #expect(clock.deadlines.isEmpty)
    #expect(store?.runtime.drainingEffects.isEmpty != false)
    let expected = ending == .replace ? ["start", "replace", "replacement"] : ["start"]
    #expect(store?.state ?? expected == expected)
    #expect(log.events("failed").isEmpty)
  }

  @Test(arguments: Modifier.allCases, [true, false])
  func `a clock that jumps past all waits ends each of them once`(modifier: Modifier, isAtOnce: Bool) async {
    let store = store(modifier)
    store.send("start")
    if isAtOnce {
      // Again and again: a wait that begins after a jump has not been jumped over.
      for _ in 0..<4 { await clock.jump(by: .seconds(86_400)) }
    } else {
      await clock.advance(by: .seconds(86_400))
    }
    switch modifier {
    case .delay, .debounce, .throttleHeld, .timeoutOfDelay:
      #expect(begun.value == 1)
      #expect(store.state == ["start", "done"])
    case .retryBackOff, .delayInsideRetry:
      #expect(begun.value == 2)
      #expect(store.state == ["start", "failed: failure"])
    case .timeout:
      #expect(begun.value == 1)
      #expect(store.state == ["start", "failed: timeout"])
    }
    #expect(store.runningTaskCount == 0)
    #expect(clock.deadlines.isEmpty)
  }

  @Test(arguments: Modifier.allCases)
  func `the name and the token are kept through the wait`(modifier: Modifier) async {
    let store = store(modifier)
    store.send("start")
    let before = store.runtime.runningEffects
    await clock.advance(by: .milliseconds(4_999))
    let after = store.runtime.runningEffects
    #expect(before.map(\.token) == after.map(\.token))
    #expect(after.map(\.id) == ["work"])
    store.cancel(.all)
  }
}
#endif
