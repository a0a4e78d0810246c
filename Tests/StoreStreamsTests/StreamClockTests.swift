import StoreStreams
import StoreTesting
import Testing
import _StoreTestSupport

/// A type-erased clock.
@Suite(.timeLimit(.minutes(60))) struct StreamClockTests {
  private let base = StepClock()

  @Test func `a stream clock's time passes as on the underlying clock, from its creation`() {
    base.advance(by: .seconds(5))
    let clock = StreamClock(base)
    let start = clock.now
    base.advance(by: .seconds(2))
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(start < clock.now)
    #expect(start.advanced(by: .seconds(2)) == clock.now)
    #expect(clock.minimumResolution == .nanoseconds(7))
  }

  @Test func `a sleeper wakes when the underlying clock has reached its deadline`() async throws {
    base.advance(by: .seconds(5))
    let clock = StreamClock(base)
    let deadline = clock.now.advanced(by: .seconds(3))
    let sleep = Task { try await clock.sleep(until: deadline) }
    await base.sleeps.wait(for: 1)
    base.advance(by: .milliseconds(2_999))
    #expect(base.sleeperCount == 1)
    base.advance(by: .milliseconds(1))
    try await sleep.value
    try await clock.sleep(until: deadline)
  }

  @Test func `a cancel ends a sleep`() async {
    let clock = StreamClock(base)
    let sleep = Task { try await clock.sleep(for: .seconds(3)) }
    await base.sleeps.wait(for: 1)
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func `the largest duration can be slept for on the system's clocks`() async {
    for clock in [StreamClock(ContinuousClock()), StreamClock(SuspendingClock())] {
      let sleep = Task { try await clock.sleep(for: .seconds(Int64.max)) }
      sleep.cancel()
      await #expect(throws: CancellationError.self) { try await sleep.value }
    }
  }

  @Test(arguments: [Duration.seconds(101 * 365 * 86_400), .seconds(Int64.max)])
  func `a sleep of more than a hundred years ends after these`(duration: Duration) async {
    let clock = StreamClock(base)
    base.advance(by: .seconds(5))
    let sleep = Task { try await clock.sleep(for: duration) }
    await base.sleeps.wait(for: 1)
    #expect(base.deadlines.map(\.time) == [.seconds(5) + .seconds(100 * 365 * 86_400)])
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test(arguments: [nil, Duration.milliseconds(20)])
  func `the underlying clock gets the tolerance of a sleep`(tolerance: Duration?) async {
    let clock = StreamClock(base)
    let sleep = Task { try await clock.sleep(for: .seconds(1), tolerance: tolerance) }
    await base.sleeps.wait(for: 1)
    #expect(base.deadlines.map(\.tolerance) == [tolerance])
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func `a store's stream clock uses the clock of its options, or the system's`() async throws {
    let store = await ScriptStore<String>(options: StoreOptions(clock: base))
    let sleep = Task { try await store.streamClock.sleep(for: .seconds(1)) }
    await base.sleeps.wait(for: 1)
    base.advance(by: .seconds(1))
    try await sleep.value
    let plain = await ScriptStore<String>()
    #expect(plain.streamClock.minimumResolution == ContinuousClock().minimumResolution)
    try await plain.streamClock.sleep(for: .zero)
  }
}
