import EffectViewEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Modifiers, and effects that are not tasks.
@MainActor
@Suite struct EffectModifiersTests {
  private struct Failure: Error, Equatable {
    var number: Int
  }

  private let executor = TestExecutor()
  private let clock: TestClock
  private let errors = RecordedErrors()
  private let journal: Journal<Void>

  init() {
    clock = TestClock(executor: executor)
    let errors = errors
    journal = Journal(
      options: StoreOptions(executor: executor, clock: clock, onError: { error, _ in errors.all.append(error) })
    )
  }

  private func note(_ text: String) -> Effect<JournalEvent<Void>, Void> {
    .task { input, _ in input(.note(text)) }
  }

  @Test func `a delayed task waits on the host's clock`() async {
    journal.run(note("late").delay(for: .seconds(1)))
    #expect(journal.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(journal.state.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(journal.state == ["late"])
  }

  @Test func `a delayed action is called and handled after the wait`() async {
    let calls = Counter()
    let host = EffectHost<[Int], Bool, Void>(state: [], options: StoreOptions(executor: executor, clock: clock)) {
      (state: inout [Int], isLaunch: Bool) -> Effect<Bool, Void>? in
      guard isLaunch else {
        state.append(1)
        return nil
      }
      return .action { _ in
        calls.add()
        return false
      }
      .delay(for: .seconds(1))
    }
    host.appear()
    host.send(true)
    #expect(host.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(calls.value == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(calls.value == 1)
    #expect(host.state == [1])
  }

  nonisolated private static let durations: [Duration] = [
    .zero, Duration(attoseconds: .min), .nanoseconds(1), .seconds(1_000 * 365 * 86_400), .seconds(Int64.max),
    Duration(attoseconds: .max),
  ]

  @Test(arguments: durations)
  func `no duration crashes, and none is waited for longer than a hundred years`(duration: Duration) async {
    journal.run(note("delayed").delay(for: duration))
    journal.run(note("debounced").debounce(name: "debounce", for: duration))
    journal.run(note("throttled").throttle(name: "throttle", for: duration, edges: .trailing))
    let endless = Effect<JournalEvent<Void>, Void>.task { _, _ in await Task.forever() }
    journal.run(endless.timeout(after: duration).catch { _ in .note("in time") })
    journal.run(
      Effect<JournalEvent<Void>, Void>.throwingTask { _, _ in throw Failure(number: 1) }
        .retry(RetryPolicy(attempts: 2, delay: duration, multiplier: .infinity))
        .catch { _ in .note("failed twice") }
    )
    await clock.advance(by: .seconds(100 * 365 * 86_400))
    #expect(journal.state.sorted() == ["debounced", "delayed", "failed twice", "in time", "throttled"])
    #expect(journal.runningTaskCount == 0)
  }

  @Test func `a debounced effect begins once no newer one has come for the duration`() async {
    for text in ["s", "sw", "swi"] {
      journal.run(note(text).debounce(name: "search", for: .milliseconds(300)))
      await clock.advance(by: .milliseconds(200))
    }
    #expect(journal.isTaskRunning(id: "search"))
    await clock.advance(by: .milliseconds(100))
    #expect(journal.state == ["swi"])
  }

  @Test func `a throttled effect begins at most once in an interval`() async {
    for number in 1...5 {
      journal.run(note("\(number)").throttle(name: "save", for: .seconds(1)))
      await journal.settle()
    }
    #expect(journal.state == ["1"])
    await clock.advance(by: .seconds(1))
    #expect(journal.state == ["1", "5"])
  }

  @Test func `an operation that takes too long is cancelled, and its error is handled`() async {
    let effect = Effect<JournalEvent<Void>, Void>.task { _, _ in await Task.forever() }
      .timeout(after: .seconds(5))
      .catch { error in .note("\(type(of: error))") }
    journal.run(effect)
    await clock.advance(by: .seconds(5))
    #expect(journal.state == ["EffectTimeoutError"])
    #expect(journal.runningTaskCount == 0)
  }

  @Test func `a task that throws is tried again, and its last error is handled`() async {
    var attempts = 0
    journal.run(
      .throwingTask(name: "load") { input, _ in
        attempts += 1
        input(.note("attempt \(attempts)"))
        throw Failure(number: attempts)
      }
      .retry(RetryPolicy(attempts: 3, delay: .seconds(1)))
      .catch { error in .note("\(error)") }
    )
    await clock.advance(by: .seconds(10))
    #expect(journal.state == ["attempt 1", "attempt 2", "attempt 3", "Failure(number: 3)"])
    #expect(errors.all.isEmpty)
  }

  @Test func `an uncaught error goes to the hook, and a handler may return nothing`() async {
    journal.run(.throwingTask { _, _ in throw Failure(number: 1) })
    journal.run(Effect.throwingTask { _, _ in throw Failure(number: 2) }.catch { _ in nil })
    await journal.settle()
    #expect(errors.all as? [Failure] == [Failure(number: 1)])
    #expect(journal.state.isEmpty)
  }

  @Test func `no handler sees the error of a cancelled task`() async {
    journal.run(
      .throwingTask(name: "load") { _, _ in try await untilCancelled() }
        .catch { error in .note("\(error)") }
        .onCancel { .note("cancelled") }
    )
    await journal.settle()
    journal.cancel("load")
    await journal.settle()
    #expect(journal.state == ["cancelled"])
    #expect(errors.all.isEmpty)
  }

  @Test func `a policy decides what happens to effects of the same name`() async {
    for number in 1...3 {
      journal.run(.task(name: "q") { input, _ in input(.note("\(number)")) }.policy(.queue(limit: 1)))
    }
    #expect(journal.runningTaskCount == 2)
    await journal.settle()
    #expect(journal.state == ["1", "2"])
    journal.run(.task(name: "k") { _, _ in await Task.forever() })
    journal.run(.task(name: "k") { input, _ in input(.note("refused")) }.policy(.keepRunning))
    await journal.settle()
    #expect(journal.state == ["1", "2"])
    journal.cancel(.all)
    await journal.settle()
  }

  @Test func `a composite has a name as a whole`() async {
    journal.run(.sequence([note("1"), note("2").delay(for: .seconds(1)), note("3")]).cancellable(name: "all"))
    await journal.settle()
    #expect(journal.isTaskRunning(id: "all"))
    journal.cancel("all")
    await clock.advance(by: .seconds(1))
    #expect(journal.state == ["1"])
  }

  @Test func `priority and name go to the task`() async {
    var priority: TaskPriority?
    journal.run(
      .task { _, _ in priority = Task.currentPriority }.priority(.low).named("worker")
    )
    #expect(journal.runtime.runningEffects.map(\.name) == ["worker"])
    #expect(journal.runtime.runningEffects.map(\.priority) == [.low])
    await journal.settle()
    #expect(priority != nil)
    journal.run(.task(name: "own", priority: .high) { _, _ in })
    #expect(journal.runtime.runningEffects.map(\.priority) == [.high])
    await journal.settle()
  }

  @Test func `modifiers are visible to a test of an update function`() {
    let effect = note("x").debounce(name: "search", for: .seconds(1)).catch { _ in nil }
    guard case .catching(let caught, _) = effect,
      case .modified(let debounced, by: .debounce("search", .seconds(1), clock: nil)) = caught[0],
      case .task(nil, _, _) = debounced[0]
    else {
      Issue.record("The effect is another one: \(effect).")
      return
    }
  }

  // MARK: Streams and observed values

  @Test func `a stream's elements are events, in order`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: JournalEvent<Void>.self)
    journal.run(.stream(name: "feed") { _ in elements })
    for number in 1...3 { continuation.yield(.note("\(number)")) }
    await journal.settle()
    #expect(journal.state == ["1", "2", "3"])
    #expect(journal.isTaskRunning(id: "feed"))
    continuation.finish()
    await journal.settle()
    #expect(!journal.isTaskRunning(id: "feed"))
  }

  @Test func `a stream that fails is made again`() async {
    var made = 0
    let effect = Effect<JournalEvent<Void>, Void>.stream { _ in
      made += 1
      let attempt = made
      return AsyncThrowingStream<JournalEvent<Void>, any Error> { continuation in
        continuation.yield(.note("attempt \(attempt)"))
        continuation.finish(throwing: attempt < 3 ? Failure(number: attempt) : nil)
      }
    }
    journal.run(effect.retry(RetryPolicy(attempts: 3, delay: .seconds(1))))
    await clock.advance(by: .seconds(10))
    #expect(journal.state == ["attempt 1", "attempt 2", "attempt 3"])
    #expect(errors.all.isEmpty)
  }

  @Test func `a property of an observable object is observed until that is cancelled`() async {
    let session = Session()
    let host = EffectHost<[String], JournalEvent<Session>, Session>(
      env: session,
      options: StoreOptions(executor: executor)
    )
    host.run(.observe(name: "user", { $0.user }) { .note($0) })
    await host.settle()
    #expect(host.state == ["nobody"])
    session.user = "ann"
    await host.settle()
    session.visits += 1
    session.user = "ann"
    await host.settle()
    session.user = "bob"
    session.user = "cleo"
    await host.settle()
    #expect(host.state == ["nobody", "ann", "cleo"])
    host.cancel("user")
    session.user = "dora"
    await host.settle()
    #expect(host.state == ["nobody", "ann", "cleo"])
  }
}

@MainActor
@Observable
private final class Session {
  var user = "nobody"
  var visits = 0
}

@MainActor
private final class RecordedErrors {
  var all: [any Error] = []
}
