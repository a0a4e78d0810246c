import StoreRecording
import StoreSimulation
import _StoreTestSupport

@testable import EngineLab

/// The actions of a store whose timeline is tested.
enum Chore: FeatureAction {
  case begin(String)
  case step(Int)
  case done

  static var commands: Commands { [:] }

  var event: FeatureEvent? {
    switch self {
    case .begin: FeatureEvent("buy requested")
    case .step: nil
    case .done: FeatureEvent("pay done", .ends)
    }
  }

  static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String { "\(work) \(outcome)" }
}

/// A store in virtual time whose timeline is recorded.
@MainActor
final class ChoreStore {
  let clock: TestClock
  let store: ScriptStore<Chore>
  private let recorder: RunRecorder<Chore>

  init(_ script: @escaping @MainActor (Chore, TestClock) -> EffectProgram<Chore>) {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let recorder = RunRecorder<Chore>(engine: "", backlog: Backlog(), now: { clock.now.offset })
    self.clock = clock
    self.recorder = recorder
    store = ScriptStore(
      options: StoreOptions(executor: executor, clock: clock, observers: recorder.observers)
    ) { script($0, clock) }
  }

  var timeline: Timeline { recorder.report.timeline }
  var screens: [ScreenMark] { recorder.report.screens }
  var totals: RunTotals { recorder.report.totals }

  func show(_ value: String) { recorder.show([FinalState.Row("Value", value)]) }
  func advance(_ milliseconds: Int) async { await clock.advance(by: .milliseconds(milliseconds)) }
}
