import StoreRecording
import Testing

@testable import StoreSimulation

/// The actions of an effect that are late.
@MainActor
@Suite struct HeldSendsTests {
  @Test func `an action sent while a late action is delivered comes after it`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let schedule = Schedule(seed: nil, given: [.late(.send(1), of: "load#1", by: .seconds(1))])
    let simulation = EffectSimulation(schedule: schedule, executor: executor, clock: clock)
    let sends = HeldSends(of: "load#1", in: simulation, nil)
    let log = Recorder { .zero }
    sends.hold(
      {
        // As from another thread.
        sends.hold({ log.note("second") }, isAwaited: false)
        log.note("first")
      },
      isAwaited: false
    )
    await clock.runUntilIdle()
    await sends.finish()
    #expect(log.recording.lines.map { $0.suffix(6).trimmingPrefix(" ") } == ["first", "second"])
  }

  @Test(arguments: [(first: 1_000, second: 2_000), (first: 2_000, second: 500)])
  func `a late action after a synchronous send comes at its own time`(first: Int, second: Int) async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let schedule = Schedule(
      seed: nil,
      given: [
        .late(.send(1), of: "load#1", by: .milliseconds(first)),
        .late(.send(2), of: "load#1", by: .milliseconds(second)),
      ]
    )
    let simulation = EffectSimulation(schedule: schedule, executor: executor, clock: clock)
    let sends = HeldSends(of: "load#1", in: simulation, nil)
    let log = Recorder { clock.now.offset }
    sends.hold({ log.note("first") }, isAwaited: false)
    await executor.settle()
    // As a synchronous send does.
    sends.release()
    sends.hold({ log.note("second") }, isAwaited: false)
    await clock.runUntilIdle()
    await sends.finish()
    #expect(log.recording.lines.map { $0.trimmingPrefix { $0 == " " } } == ["0ms  first", "\(second)ms  second"])
    #expect(clock.now.offset == .milliseconds(second))
  }
}
