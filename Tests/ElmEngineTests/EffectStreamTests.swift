import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Streams as effects: an `AsyncStream`, and every other asynchronous sequence.
@MainActor
@Suite struct EffectStreamTests {
  private let executor = TestExecutor()
  private let store: Journal

  init() {
    store = Journal(options: StoreOptions(executor: executor))
  }

  @Test func `elements are handled in order, and a finished stream is deregistered`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: JournalAction.self)
    store.run(.stream(stream, id: "x"))
    #expect(store.isTaskRunning(id: "x"))

    for number in 1...1_000 {
      continuation.yield(.note("\(number)"))
    }
    await store.settle()
    #expect(store.state == (1...1_000).map(\.description))
    #expect(store.isTaskRunning(id: "x"))

    continuation.finish()
    await store.settle()
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `a cancelled stream is terminated, and what it still yields is dropped`() async {
    let terminations = Recorder<String>()
    let (stream, continuation) = AsyncStream.makeStream(of: JournalAction.self)
    continuation.onTermination = { terminations.record("\($0)") }
    store.run(.stream(stream, id: Screen.search))
    continuation.yield(.note("a"))
    await store.settle()

    store.cancel(Screen.search)

    continuation.yield(.note("b"))
    await store.settle()
    #expect(store.state == ["a"])
    #expect(terminations.values == ["cancelled"])
  }

  @Test func `any asynchronous sequence is a stream, under every kind of name`() async {
    let numbers = AsyncStream<Int> { continuation in
      for number in 1...2 {
        continuation.yield(number)
      }
      continuation.finish()
    }
    let id = EffectID("x")
    store.run(.stream(numbers.map { JournalAction.note("\($0)") }, id: id))
    await store.settle()
    store.run(.stream(numbersStartingAt(3).map { JournalAction.note("\($0)") }, id: "x"))
    await store.settle()
    store.run(.stream(numbersStartingAt(5).map { JournalAction.note("\($0)") }, id: Screen.user(1)))
    await store.settle()

    #expect(store.state == ["1", "2", "3", "4", "5", "6"])
    #expect(store.runningTaskCount == 0)
  }

  private func numbersStartingAt(_ first: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      continuation.yield(first)
      continuation.yield(first + 1)
      continuation.finish()
    }
  }

  @Test func `a sequence of another type has the name it was given`() async {
    let (stream, _) = AsyncThrowingStream.makeStream(of: JournalAction.self)

    store.run(.stream(stream, id: "x"))
    store.run(.stream(stream.map { $0 }, id: Screen.user(1)))

    #expect(store.isTaskRunning(id: EffectID("x")))
    #expect(store.isTaskRunning(id: Screen.user(1)))
    store.cancel("x")
    store.cancel(Screen.user(1))
    #expect(store.runningTaskCount == 0)
    await store.settle()
  }

  @Test func `the error of a throwing sequence is caught after its elements`() async {
    let stream = AsyncThrowingStream<JournalAction, any Error> { continuation in
      continuation.yield(.note("a"))
      continuation.finish(throwing: Failure())
    }

    store.run(Effect.stream(stream, id: "x").catch { .note("\($0)") })
    await store.settle()

    #expect(store.state == ["a", "out of luck"])
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `a new stream of a name replaces the previous one`() async {
    let (first, old) = AsyncStream.makeStream(of: JournalAction.self)
    let (second, new) = AsyncStream.makeStream(of: JournalAction.self)
    store.run(.stream(first, id: "x"))
    await store.settle()
    store.run(.stream(second, id: "x"))

    old.yield(.note("old"))
    new.yield(.note("new"))
    await store.settle()

    #expect(store.state == ["new"])
    #expect(store.runningTaskCount == 1)
  }

  @Test(arguments: [true, false]) func `a stream's rate is measured by the clock that it is given`(isMade: Bool) async {
    let store = Journal(options: StoreOptions(executor: executor, clock: .still))
    let clock = TestClock(executor: executor)
    let (stream, continuation) = AsyncStream.makeStream(of: JournalAction.self)
    let rate = StreamRate.debounce(for: .seconds(1))
    store.run(
      isMade
        ? .stream(id: "x", rate: rate, clock: clock) { stream } : .stream(stream, id: "x", rate: rate, clock: clock)
    )
    continuation.yield(.note("a"))
    await store.settle()
    #expect(store.state == [])
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["a"])
    continuation.finish()
    await store.settle()
  }
}
