#if Exhaustive
import StoreCore
import StoreSimulation
import Testing
import _StoreTestSupport

@testable import EngineLab
@testable import StoreRecording

@MainActor
@Suite struct TimelineRecordingTests {
  /// An effect that takes 100 ms and then sends that it is done.
  private func work(_ id: EffectID?, _ policy: LaunchPolicy = .replace, on clock: TestClock) -> EffectProgram<Chore> {
    .run(EffectOptions(id: id, policy: policy, name: "work")) { send in
      try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)))
      send(.done)
    }
  }

  private func begin(_ policy: LaunchPolicy) -> ChoreStore {
    ChoreStore { action, clock in
      if case .begin(let id) = action { work(EffectID(id), policy, on: clock) } else { .none }
    }
  }

  // MARK: Causes

  @Test func `an action causes an effect, which causes an action`() async {
    let store = begin(.replace)
    store.store.send(.begin("a"))
    await store.advance(100)
    #expect(
      store.timeline.actions == [
        ActionMark(number: 1, time: .zero, lastTime: .zero, text: "buy requested"),
        ActionMark(
          number: 2,
          time: .milliseconds(100),
          lastTime: .milliseconds(100),
          text: "pay done",
          source: .effect,
          cause: .effect(1)
        ),
      ]
    )
    #expect(
      store.timeline.effects == [
        EffectSpan(
          number: 1,
          id: "a",
          name: "work",
          cause: .action(1),
          launched: .zero,
          started: .zero,
          ended: .milliseconds(100),
          outcome: .finished
        )
      ]
    )
    #expect(store.timeline.end == .milliseconds(100))
  }

  @Test func `an action that a handler emits has that action as its cause`() {
    let store = ChoreStore { action, _ in
      if case .begin = action { .emit(.done) } else { .none }
    }
    store.store.send(.begin("a"))
    #expect(store.timeline.actions.map(\.source) == [.user, .emitted])
    #expect(store.timeline.actions.map(\.cause) == [nil, .action(1)])
  }

  @Test func `numbers begin with 1 in every store`() async {
    for _ in 0..<2 {
      let store = begin(.replace)
      store.store.send(.begin("a"))
      await store.advance(100)
      #expect(store.timeline.effects.map(\.number) == [1])
      #expect(store.timeline.actions.map(\.number) == [1, 2])
    }
  }

  // MARK: Outcomes

  @Test func `a newer effect of the same name replaces the previous one`() async {
    let store = begin(.replace)
    store.store.send(.begin("a"))
    await store.advance(50)
    store.store.send(.begin("a"))
    await store.advance(100)
    #expect(store.timeline.effects.map(\.outcome) == [.replaced, .finished])
    #expect(store.timeline.effects.map(\.ended) == [.milliseconds(50), .milliseconds(150)])
  }

  @Test func `an effect that waits starts later than its launch`() async {
    let store = begin(.queue(limit: 1))
    for _ in 0..<3 { store.store.send(.begin("a")) }
    await store.advance(200)
    let effects = store.timeline.effects
    #expect(effects.map(\.launched) == [.zero, .zero, .zero])
    #expect(effects.map(\.started) == [.zero, .milliseconds(100), nil])
    #expect(effects.map(\.outcome) == [.finished, .finished, .refused])
    #expect(effects.last?.detail == "the queue is full")
  }

  @Test func `an effect that waits and is cancelled never started`() async {
    let store = begin(.queue(limit: 1))
    store.store.send(.begin("a"))
    store.store.send(.begin("a"))
    await store.advance(50)
    store.store.cancel(.id("a"))
    #expect(store.timeline.effects.map(\.outcome) == [.cancelled, .cancelled])
    #expect(store.timeline.effects.map(\.started) == [.zero, nil])
    #expect(store.totals.ended == 2)
  }

  @Test func `an effect is refused while one of its name runs`() {
    let store = begin(.keepRunning)
    store.store.send(.begin("a"))
    store.store.send(.begin("a"))
    #expect(store.timeline.effects.map(\.outcome) == [.running, .refused])
    #expect(store.timeline.effects.last?.detail == "no more of that name may run")
  }

  @Test func `an effect that throws failed, with its error`() async {
    let store = ChoreStore { action, _ in
      guard case .begin = action else { return .none }
      return .run(EffectOptions(name: "work")) { _ in throw OutOfLuck() }.catch { _ in .none }
    }
    store.store.send(.begin("a"))
    await store.advance(1)
    #expect(store.timeline.effects.map(\.outcome) == [.failed])
    #expect(store.timeline.effects.map(\.detail) == ["out of luck"])
  }

  @Test func `a cancelled effect's actions are dropped, and its end is recorded`() async {
    let gate = Gate()
    let store = ChoreStore { action, _ in
      guard case .begin = action else { return .none }
      return .run(EffectOptions(id: "a")) { send in
        // Does not heed its cancellation.
        await gate.pass()
        send(.step(1))
        send(.step(2))
      }
    }
    store.store.send(.begin("a"))
    await store.advance(50)
    store.store.cancel(.id("a"))
    await store.advance(50)
    gate.open()
    await store.advance(0)
    #expect(store.timeline.effects.map(\.outcome) == [.cancelled])
    #expect(store.timeline.effects.map(\.ended) == [.milliseconds(50)])
    #expect(store.timeline.effects.map(\.drained) == [.milliseconds(100)])
    let dropped = store.timeline.actions.last
    #expect(dropped?.isDropped == true)
    #expect(dropped?.text == "step")
    #expect(dropped?.count == 2)
    #expect(dropped?.cause == .effect(1))
  }

  @Test func `a vetoed action is marked as one, and not as handled`() {
    let link = RuntimeLink<String>()
    let runtime = Runtime<String> { action in
      if action == "no" { link.runtime?.vetoHandledAction(ActionVeto(OutOfLuck(), by: "guard")) }
      return .none
    }
    link.runtime = runtime
    let recorder = StoreRecording.Recorder()
    runtime.observe(recorder)
    runtime.send("no")
    runtime.send("yes")
    let actions = Timeline(recorder.recording).actions
    #expect(actions.map(\.isVetoed) == [true, false])
    #expect(actions.map(\.isDropped) == [true, false])
  }

  // It was listed as still running.
  @Test func `the end of a task whose effect was never seen is left out`() async {
    let gate = Gate()
    let store = ChoreStore { action, _ in
      guard case .begin = action else { return .none }
      return .run(EffectOptions(id: "a")) { _ in await gate.pass() }
    }
    store.store.send(.begin("a"))
    await store.advance(1)
    store.store.cancel(.id("a"))
    let late = StoreRecording.Recorder()
    store.store.runtime.observe(late)
    gate.open()
    await store.advance(0)
    #expect(store.timeline.effects.map(\.drained) == [.milliseconds(1)])
    #expect(Timeline(late.recording) == Timeline())
  }

  // MARK: Many actions

  @Test func `actions without an event share a mark, and those with one do not`() async {
    let store = ChoreStore { action, clock in
      guard case .begin = action else { return .none }
      return .run { send in
        for number in 1...3 {
          try await clock.sleep(until: TestClock.Instant(offset: .milliseconds(number)))
          send(.step(number))
        }
        send(.done)
        send(.step(4))
      }
    }
    store.store.send(.begin("a"))
    await store.advance(3)
    #expect(store.timeline.actions.map(\.text) == ["buy requested", "step", "pay done", "step"])
    #expect(store.timeline.actions.map(\.count) == [1, 3, 1, 1])
    #expect(store.timeline.actions[1].time == .milliseconds(1))
    #expect(store.timeline.actions[1].lastTime == .milliseconds(3))
    #expect(store.totals.actions == 6)
  }

  // MARK: Screens

  @Test func `the last screen of each time is kept, if it is new`() async {
    let store = begin(.replace)
    store.show("0")
    store.show("1")
    await store.advance(1)
    store.show("2")
    store.show("1")
    await store.advance(1)
    store.show("3")
    #expect(store.screens.map(\.time) == [.zero, .milliseconds(2)])
    #expect(store.screens.map { $0.rows[0].value } == ["1", "3"])
  }
}

private struct OutOfLuck: Error, CustomStringConvertible {
  let description = "out of luck"
}
#endif
