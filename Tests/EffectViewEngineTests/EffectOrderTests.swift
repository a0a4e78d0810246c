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

  @Test func `a stream is made in its turn, and not at all where that does not come`() async {
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

  @Test func `an environment's effect is made in its turn`() async {
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

  @Test func `an error ends the sequence around it, and is answered once`() async {
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

  @Test func `what has no operation is changed by no modifier`() async {
    let clock = TestClock(executor: executor)
    journal.run(.task(name: "a") { _, _ in await Task.forever() })
    for effect: Effect<JournalEvent<Void>, Void> in [
      .event(.note("event")), .cancel("a"), .action { _ in .note("action") },
    ] {
      journal.run(
        effect.priority(.high).named("x").policy(.keepRunning).timeout(after: .seconds(1), clock: clock)
          .retry(clock: clock)
      )
    }
    #expect(journal.state == ["event", "action"])
    #expect(journal.runningTaskCount == 0)
    await journal.settle()
  }

  @Test func `names and priorities get to the tasks that they are given to`() async {
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
  func `a host lets go of all it was made with`(isAccessed: Bool) async {
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
    // In the next turn of the main actor, which is due already.
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

  @Test func `an observed environment is let go with its host`() async {
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
