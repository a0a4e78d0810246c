#if Exhaustive
import StoreCore
import StoreRecording
import StoreSimulation
import Testing
import _StoreTestSupport

@testable import EngineLab

/// The events and the screens that a recorder keeps of a run.
@MainActor
@Suite struct RunRecorderTests {
  private enum Errand: FeatureAction {
    case start
    case stop(String)
    case loud
    case quiet

    static var commands: Commands { [:] }

    var event: FeatureEvent? {
      switch self {
      case .start: FeatureEvent("a started", .begins("a"))
      case .loud: FeatureEvent("quiet")
      case .stop, .quiet: nil
      }
    }

    static func text(ofStopped work: String, _ outcome: EffectOutcome) -> String { "\(work) \(outcome)" }
  }

  private let recorder = RunRecorder<Errand>(engine: "elm", backlog: Backlog(), now: { .zero })

  private func store() -> ScriptStore<Errand> {
    ScriptStore(options: StoreOptions(executor: TestExecutor(), observers: recorder.observers)) { action in
      switch action {
      case .start:
        .merge(
          ["a", "b"].map { name in
            .run(EffectOptions(id: EffectID(name), name: name)) { _ in try await untilCancelled() }
          }
        )
      case .stop(let name): .cancel(id: name)
      case .loud, .quiet: .none
      }
    }
  }

  private func show(_ value: String) { recorder.show([FinalState.Row("Value", value)]) }

  /// The values on the screens that have come since the last call.
  private func news() -> [String] { recorder.takeNews().screens.compactMap { $0.rows.value(of: "Value") } }

  @Test func `news include a screen that replaces one of the same time, once`() {
    show("a")
    #expect(news() == ["a"])
    show("b")
    #expect(news() == ["b"])
    #expect(news() == [])
  }

  @Test func `cancelling one effect does not end the work of another`() {
    let store = store()
    store.send(.start)
    store.send(.stop("b"))
    #expect(recorder.report.events.map(\.text) == ["a started"])
    store.send(.stop("a"))
    #expect(recorder.report.events.map(\.text) == ["a started", "a cancelled"])
    #expect(recorder.report.totals.cancelled == 2)
  }

  @Test func `only consecutive actions without an event share a mark`() {
    let store = store()
    for action in [Errand.loud, .quiet, .quiet, .loud, .loud] { store.send(action) }
    #expect(recorder.report.timeline.actions.map(\.count) == [1, 2, 1, 1])
  }
}
#endif
