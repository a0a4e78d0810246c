import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// The arguments of an event or an effect reach their destination: places, clocks, priorities, limits.
@MainActor
@Suite struct ArgumentTests {
  private struct Failure: Error {}

  private let executor = TestExecutor()
  private let clock: TestClock
  /// Its own clock stands still.
  private let journal: Journal<Void>

  init() {
    clock = TestClock(executor: executor)
    journal = Journal(options: StoreOptions(executor: executor, clock: .still))
  }

  private func note(_ text: String) -> Effect<JournalEvent<Void>, Void> {
    .task { input, _ in input(.note(text)) }
  }

  // MARK: Places

  /// Sends events by all methods of an input, each as if from the line of its number.
  private static func send(_ numbers: [UInt], by input: Input<UInt>) async {
    input(numbers[0], line: numbers[0])
    input.enqueue(numbers[1], line: numbers[1])
    let closure: @Sendable () -> Void = input(numbers[2], line: numbers[2])
    closure()
    input.send(numbers[3], line: numbers[3])
    await input.perform(numbers[4], line: numbers[4])
    _ = await input.perform(numbers[5], returning: \[UInt].count, line: numbers[5])
    _ = await input.perform(numbers[6], returning: { (all: [UInt]) in all.count }, line: numbers[6])
    await Task.detached { await input.perform(numbers[7], line: numbers[7]) }.value
  }

  @Test func `observers get the place where each event was sent`() async {
    let events = RecordedEvents()
    let host = EffectHost<[UInt], UInt, Void>(state: [], options: StoreOptions(observers: [events])) { all, number in
      all.append(number)
      guard number == 10 else { return nil }
      return .task { input, _ in await Self.send(Array(11...18), by: input) }
    }
    await Self.send(Array(1...8), by: host.input)
    host.send(9, line: 9)
    await host.input.perform(10, line: 10)
    let places: [[UInt?]] = events.all.compactMap { event in
      guard case .actionHandled(let action, _) = event.kind else { return nil }
      return [action as? UInt, event.location?.line]
    }
    #expect(places == host.state.map { [$0, $0] })
    #expect(host.state == Array(1...18))
  }

  // MARK: Names and priorities

  @Test func `a task with any name has its priority`() async {
    let names = [1, 2]
    journal.run(.task(name: names[0], priority: .high) { _, _ in })
    journal.run(.throwingTask(name: names[1], priority: .low) { _, _ in })
    #expect(journal.runtime.runningEffects.map(\.id) == [1, 2])
    #expect(journal.runtime.runningEffects.map(\.priority) == [.high, .low])
    await journal.settle()
  }

  @Test func `an operation that is named as in all engines has its priority`() async {
    journal.run(.task(id: 1, priority: .high) { _ in .note("a") })
    journal.run(.task(priority: .low) { _ in .note("b") })
    journal.run(.run(id: 2, priority: .background) { _, _ in })
    journal.run(.run(priority: .medium) { _, _ in })
    #expect(journal.runtime.runningEffects.map(\.id) == [1, nil, 2, nil])
    #expect(journal.runtime.runningEffects.map(\.priority) == [.high, .low, .background, .medium])
    await journal.settle()
  }

  @Test func `a host cancels by any name, and by a selector`() async {
    let names = [1, 2, 3]
    for name in names { journal.run(.task(name: name) { _, _ in await Task.forever() }) }
    await journal.settle()
    journal.cancel(names[1])
    #expect(journal.runtime.runningEffects.map(\.id) == [1, 3])
    journal.cancel(.id(3))
    #expect(journal.runtime.runningEffects.map(\.id) == [1])
    journal.cancel(.all)
    #expect(journal.runningTaskCount == 0)
    await journal.settle()
  }

  @Test(arguments: [false, true])
  func `a name cancels the earlier effect of that name, or is shared with it`(cancelsInFlight: Bool) async {
    for text in ["a", "b"] {
      let delayed = note(text).delay(for: .seconds(1), clock: clock)
      journal.run(delayed.cancellable(name: 1, cancelInFlight: cancelsInFlight))
    }
    #expect(journal.runningTaskCount == (cancelsInFlight ? 1 : 2))
    await clock.advance(by: .seconds(1))
    #expect(journal.state == (cancelsInFlight ? ["b"] : ["a", "b"]))
  }

  // MARK: Time

  @Test func `each time modifier uses the clock that it is given`() async {
    func never(_ name: String) -> Effect<JournalEvent<Void>, Void> {
      .task(name: name) { _, _ in await Task.forever() }
    }
    let clock = clock
    var attempts = 0
    journal.run(note("delayed").delay(for: .seconds(1), clock: clock))
    journal.run(note("debounced").debounce(name: "d", for: .seconds(2), clock: clock))
    for text in ["first", "last"] {
      journal.run(note("\(text) of throttled").throttle(name: "t", for: .seconds(3), clock: clock))
      await journal.settle()
    }
    journal.run(never("slow").timeout(after: .seconds(4), clock: clock).catch { _ in .note("too late") })
    journal.run(
      .throwingTask { _, _ in
        attempts += 1
        throw Failure()
      }
      .retry(RetryPolicy(attempts: 2, delay: .seconds(5)), clock: clock)
      .catch { _ in .note("tried \(attempts) times") }
    )
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      #expect(journal.state.count == second + 1)
    }
    #expect(
      journal.state == [
        "first of throttled", "delayed", "debounced", "last of throttled", "too late", "tried 2 times",
      ]
    )
  }

  @Test(arguments: [ThrottleEdges.leading, .trailing])
  func `a throttle with one edge lets one effect through in an interval`(edge: ThrottleEdges) async {
    for number in 1...3 {
      journal.run(note("\(number)").throttle(name: "save", for: .seconds(1), edges: edge, clock: clock))
      await journal.settle()
    }
    await clock.advance(by: .seconds(1))
    #expect(journal.state == (edge == .leading ? ["1"] : ["3"]))
  }
}
