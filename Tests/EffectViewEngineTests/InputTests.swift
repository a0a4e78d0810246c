import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Order, waiting and lifetime of inputs.
@MainActor
@Suite struct InputTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  // MARK: Order

  @Test func `events of one sender keep their order, however they are sent`() async {
    let journal = Journal(options: options)
    let input = journal.input
    input(.note("1"))
    input.enqueue(.note("2"))
    input(.note("3"))()
    let late: @Sendable () -> Void = input(.note("5"))
    input.send(.note("4"))
    #expect(journal.state == ["1", "2", "3", "4"])
    late()
    await input.perform(.note("6"))
    #expect(journal.state == ["1", "2", "3", "4", "5", "6"])
  }

  @Test func `events of a task keep their order, however they are sent`() async {
    let journal = Journal(options: options)
    journal.run(
      .task { input, _ in
        input(.note("1"))
        input.enqueue(.note("2"))
        input.send(.note("3"))
        let notes: [String]? = await input.perform(.note("4"), returning: \[String].self)
        input(.note("seen \(notes?.count ?? 0)"))
        await input.perform(.note("6"))
      }
    )
    await journal.settle()
    #expect(journal.state == ["1", "2", "3", "4", "seen 4", "6"])
  }

  @Test func `an event sent by a task at once has been handled when send returns`() async {
    let journal = Journal(options: options)
    var seen: [String] = []
    var isRunning = false
    journal.run(
      .task { [journal] input, _ in
        input.send(.both("now", .task(name: "child") { _, _ in await Task.forever() }))
        seen = journal.state
        isRunning = journal.isTaskRunning(id: "child")
      }
    )
    await journal.settle()
    #expect(seen == ["now"])
    #expect(isRunning)
    journal.disappear()
    await journal.settle()
  }

  @Test func `an event sent inside an update is handled after it`() async {
    var input: Input<Int>?
    let host = EffectHost<[Int], Int, Void>(state: []) { state, event in
      if event == 1 {
        input?.send(2)
        input?.enqueue(3)
      }
      state.append(event)
      return nil
    }
    input = host.input
    host.input.send(1)
    #expect(host.state == [1, 2])
    await host.settle()
    #expect(host.state == [1, 2, 3])
  }

  // MARK: Waiting

  @Test func `perform waits for everything that an event causes, except streams`() async {
    let clock = TestClock(executor: executor)
    let journal = Journal(options: options)
    let (elements, continuation) = AsyncStream.makeStream(of: JournalEvent<Void>.self)
    var hasReturned = false
    let waiting = Task {
      await journal.input.perform(
        .run(
          .merge([
            .stream { _ in elements },
            .task { input, _ in
              input(
                .run(
                  .task { input, _ in
                    try? await clock.sleep(for: .seconds(1))
                    input(.note("grandchild"))
                  }
                )
              )
            },
          ])
        )
      )
      hasReturned = true
    }
    await clock.advance(by: .milliseconds(999))
    #expect(!hasReturned)
    await clock.advance(by: .milliseconds(1))
    await waiting.value
    #expect(journal.state == ["grandchild"])
    continuation.finish()
  }

  @Test func `perform of a synchronous event does not suspend`() async {
    let journal = Journal(options: options)
    var hasOtherRun = false
    Task { hasOtherRun = true }
    await journal.input.perform(.note("a"))
    #expect(journal.state == ["a"])
    #expect(!hasOtherRun)
  }

  @Test(arguments: ["cancels", "replaces"])
  func `perform returns if its event ends the performing task`(how: String) async {
    let journal = Journal(options: options)
    let drained = Gate()
    journal.run(
      .task(name: "a") { input, _ in
        await input.perform(.run(how == "cancels" ? .cancel("a") : .task(name: "a") { input, _ in input(.note("b")) }))
        #expect(Task.isCancelled)
        input(.note("never"))
        await drained.pass()
      }
    )
    await journal.settle()
    #expect(drained.arrivals == 1)
    drained.open()
    await journal.settle()
    #expect(journal.state == (how == "cancels" ? [] : ["b"]))
  }

  @Test func `a task that performs an event whose task performs another continues when all have ended`() async {
    let journal = Journal(options: options)
    journal.run(
      .task(name: "outer") { input, _ in
        await input.perform(
          .run(
            .task(name: "inner") { input, _ in
              await input.perform(.note("innermost"))
              input(.note("inner"))
            }
          )
        )
        input(.note("outer"))
      }
    )
    await journal.settle()
    #expect(journal.state == ["innermost", "inner", "outer"])
  }

  @Test func `perform reads a value once everything has settled`() async {
    let journal = Journal(options: options)
    let notes: [String]? = await journal.input.perform(.run(.task { input, _ in input(.note("a")) }), returning: \.self)
    #expect(notes == ["a"])
    let count = await journal.input.perform(.note("b")) { (notes: [String]) in notes.count }
    #expect(count == 2)
    let wrong = await journal.input.perform(.note("c"), returning: \String.count)
    #expect(wrong == nil)
    #expect(journal.state.count == 3)
  }

  @Test func `an input reads the present state, in an effect and outside of one`() async {
    let journal = Journal(options: options)
    journal.input(.note("a"))
    #expect(journal.input.read(\[String].count) == 1)
    #expect(journal.input.read(\String.count) == nil)
    await journal.input.perform(
      .run(
        .task { @MainActor input, _ in
          input(.note("b"))
          input(.note("\(input.read(\[String].count) ?? -1)"))
        }
      )
    )
    #expect(journal.state == ["a", "b", "2"])
  }

  @Test(arguments: [false, true])
  func `perform off the main actor waits, too`(isInTask: Bool) async {
    let journal = Journal(options: options)
    let gate = Gate()
    @concurrent
    func perform(by input: Input<JournalEvent<Void>>) async {
      await input.perform(
        .run(
          .task { input, _ in
            await gate.pass()
            input(.note("performed"))
          }
        )
      )
      input(.note("behind"))
    }
    let waiting = Task {
      if isInTask {
        await journal.input.perform(.run(.task { input, _ in await perform(by: input) }))
      } else {
        await perform(by: journal.input)
      }
    }
    await gate.waitForArrivals(1)
    gate.open()
    await waiting.value
    await journal.settle()
    #expect(journal.state == ["performed", "behind"])
  }

  @Test func `a wait that is cancelled ends early, without a value`() async {
    let journal = Journal(options: options)
    let waiting = Task {
      await journal.input.perform(.run(.task(name: "a") { _, _ in await Task.forever() })) { (notes: [String]) in notes
      }
    }
    await journal.settle()
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(journal.isTaskRunning(id: "a"))
    journal.disappear()
    await journal.settle()
  }

  // MARK: Lifetime

  @Test func `an input does not keep its host, and a wait for a deallocated host returns at once`() async {
    var journal: Journal<Void>? = Journal(options: options)
    weak let reference = journal
    guard let input = journal?.input else { return }
    journal?.run(.task(name: "a") { _, _ in await Task.forever() })
    let waiting = Task { await input.perform(.run(.task { _, _ in await Task.forever() })) }
    await journal?.settle()
    journal = nil
    #expect(reference == nil)
    await waiting.value
    await input.perform(.note("late"))
    #expect(await input.perform(.note("late"), returning: \[String].count) == nil)
    #expect(input.send(.note("late")).isFinished)
    input(.note("late"))
    await Task.detached { await input.perform(.note("late")) }.value
  }

  @Test func `a task that performs forever keeps neither its host nor the main actor`() async {
    var journal: Journal<Void>? = Journal()
    weak let reference = journal
    let begun = Gate()
    let ended = Gate()
    ended.open()
    journal?.run(
      .task { input, _ in
        await begun.pass()
        while !Task.isCancelled { await input.perform(.note("tick")) }
        await ended.pass()
      }
    )
    begun.open()
    await begun.waitForArrivals(1)
    journal = nil
    #expect(reference == nil)
    await ended.waitForArrivals(1)
  }
}
