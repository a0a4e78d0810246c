import EffectViewEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// When the functions of effects are called, and how long what they capture lives.
@MainActor
@Suite struct EffectOrderTests {
  private struct Failure: Error {}

  private final class Witness: Sendable {}

  private let executor = TestExecutor()
  private let journal: Journal<Void>
  private let log = EventLog()

  init() {
    journal = Journal(options: StoreOptions(executor: executor, observers: [log]))
  }

  // MARK: Turns

  @Test func `a stream in a sequence is made when it is due, and not if the sequence is cancelled before`() async {
    let gate = Gate()
    var notes: [[String]] = []
    func sequence(name: EffectID) -> Effect<JournalEvent<Void>, Void> {
      .sequence([
        .task(name: name) { input, _ in
          await gate.pass()
          input(.note("task"))
        },
        .stream { [journal] _ in
          notes.append(journal.state)
          let (elements, continuation) = AsyncStream.makeStream(of: JournalEvent<Void>.self)
          continuation.yield(.note("element"))
          continuation.finish()
          return elements
        },
      ])
    }
    let handle = journal.run(sequence(name: "never"))
    handle.cancel()
    journal.run(sequence(name: "a"))
    await journal.settle()
    #expect(notes.isEmpty)
    gate.open()
    await journal.settle()
    #expect(notes == [["task"]])
    #expect(journal.state == ["task", "element"])
  }

  @Test func `an effect that needs the environment is made when it is due in a sequence`() async {
    var seen: [String] = []
    journal.run(
      .sequence([
        .task { input, _ in input(.note("task")) },
        .withEnv { [journal] _ in
          seen = journal.state
          return .event(.note("made"))
        },
      ])
    )
    await journal.settle()
    #expect(seen == ["task"])
    #expect(journal.state == ["task", "made"])
  }

  // MARK: Errors and modifiers around others

  @Test func `an error ends the sequence around it, and is handled once`() async {
    journal.run(
      .sequence([
        .sequence([
          .task { input, _ in input(.note("1")) },
          .throwingTask { _, _ in throw Failure() },
          .event(.note("rest")),
        ])
        .catch { _ in .note("answer") },
        .event(.note("behind")),
      ])
    )
    await journal.settle()
    #expect(journal.state == ["1", "answer", "behind"])
  }

  /// Effects without an operation, and what they note.
  private static let actions: [(effect: Effect<JournalEvent<Void>, Void>, note: String?)] = [
    (.event(.note("event")), "event"), (.cancel("a"), nil), (.action { _ in .note("action") }, "action"),
  ]

  @Test(arguments: 0..<3)
  func `an effect without an operation keeps no name, and reports which modifiers it ignores`(index: Int) async {
    let (effect, note) = Self.actions[index]
    let clock = TestClock(executor: executor)
    let modified: [(effect: Effect<JournalEvent<Void>, Void>, ignored: String?)] = [
      (effect.priority(.high).named("x"), nil),
      (effect.policy(.keepRunning), "policy(_:)"),
      (effect.timeout(after: .seconds(1), clock: clock), "timeout(after:)"),
      (effect.retry(clock: clock), "retry(_:)"),
    ]
    for (effect, ignored) in modified {
      let issues = IssueLog()
      let journal = Journal<Void>(options: StoreOptions(executor: executor, onIssue: { issues.record($0) }))
      journal.run(effect)
      #expect(issues.all.compactMap(\.kind.ignoredModifier) == (ignored.map { [$0] } ?? []))
      #expect(issues.all.count == (ignored == nil ? 0 : 1))
      #expect(journal.state == [note].compactMap { $0 })
      #expect(journal.runningTaskCount == 0)
    }
  }

  @Test(arguments: 0..<3)
  func `an effect without an operation waits for its delay, and can be cancelled meanwhile`(index: Int) async {
    let (effect, note) = Self.actions[index]
    let clock = TestClock(executor: executor)
    let journal = Journal<Void>(options: StoreOptions(executor: executor, clock: clock))
    journal.run(.task(name: "a") { _, _ in await Task.forever() })
    journal.run(effect.delay(for: .seconds(1)).cancellable(name: "late"))
    await clock.advance(by: .milliseconds(999))
    #expect(journal.isTaskRunning(id: "late"))
    #expect(journal.isTaskRunning(id: "a"))
    #expect(journal.state.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(!journal.isTaskRunning(id: "late"))
    #expect(journal.isTaskRunning(id: "a") == (note != nil))
    #expect(journal.state == [note].compactMap { $0 })
    journal.run(effect.delay(for: .seconds(1)).cancellable(name: "late"))
    journal.cancel("late")
    await clock.runUntilIdle()
    #expect(journal.state == [note].compactMap { $0 })
    journal.cancel(.all)
    await journal.settle()
  }

  @Test func `an event that polls with a delay takes the given time`() async {
    let clock = TestClock(executor: executor)
    let issues = IssueLog()
    let options = StoreOptions(executor: executor, clock: clock, onIssue: { issues.record($0) }, chainLimit: 20)
    let host = EffectHost<Int, String, Void>(state: 0, options: options) { count, _ in
      count += 1
      return .event("poll").delay(for: .seconds(1))
    }
    host.appear()
    host.send("poll")
    await clock.advance(by: .seconds(100))
    #expect(host.state == 101)
    #expect(issues.all.isEmpty)
    host.cancel(.all)
    await host.settle()
  }

  @Test func `tasks have the names and priorities that they are given`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: JournalEvent<Void>.self)
    journal.run(.stream(name: "stream") { _ in elements })
    journal.run(.observe(name: "observed", { _ in 1 }) { .note("\($0)") })
    journal.run(.task(name: "task", priority: .high) { _, _ in await Task.forever() })
    journal.run(.throwingTask(name: "throwing", priority: .low) { _, _ in await Task.forever() })
    #expect(journal.runtime.runningEffects.map(\.id) == ["stream", "observed", "task", "throwing"])
    #expect(journal.runtime.runningEffects.suffix(2).map(\.priority) == [.high, .low])
    await journal.settle()
    journal.disappear()
    await journal.settle()
    #expect(journal.runtime.drainingEffects.isEmpty)
    continuation.finish()
  }

  // MARK: Lifetimes

  @Test(arguments: [false, true])
  func `a deallocated host releases everything that it was made with`(isAccessed: Bool) async {
    weak var env: Witness?
    weak var captured: Witness?
    weak var kept: Witness?
    var input: Input<JournalEvent<Witness>>?
    do {
      let (environment, update, state) = (Witness(), Witness(), Witness())
      (env, captured, kept) = (environment, update, state)
      var host: EffectHost<(Witness, Int), JournalEvent<Witness>, Witness>?
      let body: EffectHost<(Witness, Int), JournalEvent<Witness>, Witness>.Update = { state, event in
        _ = update
        state.1 += 1
        guard case .run(let effect) = event else { return nil }
        return effect
      }
      if isAccessed {
        var written = (state, 0)
        host = EffectHost(
          storage: StateAccessor {
            written
          } set: {
            written = $0
          },
          initialEnv: environment,
          update: body
        )
      } else {
        host = EffectHost(state: (state, 0), initialEnv: environment, update: body)
      }
      host?.subscribe { _ in _ = state }
      host?.appear()
      await host?.input.perform(.run(.task { _, env in _ = env }))
      host?.disappear()
      input = host?.input
      host = nil
    }
    // In the next turn of the main actor, which is already due.
    await Task.detached { @MainActor in }.value
    #expect(env == nil)
    #expect(captured == nil)
    #expect(kept == nil)
    _ = input
  }

  @Test func `streams and observations end with their host`() async {
    let (elements, continuation) = AsyncStream.makeStream(of: JournalEvent<Void>.self)
    let ended = Gate()
    continuation.onTermination = { _ in ended.open() }
    var host: Journal<Void>? = Journal()
    host?.run(.stream { _ in elements })
    await host?.settle()
    host = nil
    await ended.pass()
  }

  @Test func `an observed environment is released with its host`() async {
    let freed = Gate()
    var host: Journal<Watched>? = Journal(env: Watched(freed), options: StoreOptions(executor: executor))
    host?.run(.observe({ $0.text }) { .note($0) })
    await host?.settle()
    #expect(host?.state == ["text"])
    host = nil
    await freed.pass()
  }
}

@MainActor
@Observable
private final class Watched {
  var text = "text"
  private let freed: Gate

  init(_ freed: Gate) {
    self.freed = freed
  }

  deinit {
    freed.open()
  }
}
