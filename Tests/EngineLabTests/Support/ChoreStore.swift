import EngineLab
import StoreSimulation
import _StoreTestSupport

/// A store in virtual time whose timeline is recorded.
@MainActor
final class ChoreStore {
  let clock: TestClock
  let store: ScriptStore<Chore>
  private let recorder: RunRecorder<CheckoutEvent>

  init(_ script: @escaping @MainActor (Chore, TestClock) -> EffectProgram<Chore>) {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let recorder = RunRecorder<CheckoutEvent>(backlog: Backlog(), now: { clock.now.offset })
    self.clock = clock
    self.recorder = recorder
    store = ScriptStore(
      options: StoreOptions(executor: executor, clock: clock, observers: [recorder])
    ) { script($0, clock) }
  }

  var timeline: RunTimeline { recorder.timeline }
  var totals: RunTotals { recorder.totals }

  func show(_ value: String) { recorder.show(FinalState(rows: [FinalState.Row("Value", value)])) }
  func advance(_ milliseconds: Int) async { await clock.advance(by: .milliseconds(milliseconds)) }
}
