import ElmEngine
import StoreSimulation
import Testing

/// Divergences that a later step hides.
@MainActor
@Suite struct BetweenStepsTests {
  private enum Action: Sendable {
    case saves
    case clears
    case failed
  }

  private func engine(_ name: String, fails: Bool = false) -> ComparedEngine<Action, String> {
    ComparedEngine(name) { options in
      Store(initialState: "", options: options) { (state: inout String, action: Action) -> Effect<Action> in
        state = action == .failed ? "failed" : ""
        if action == .clears { return .cancel("save") }
        guard action == .saves, fails else { return .none }
        return .cancellable(
          {
            try await EffectClock.current.sleep(for: .seconds(1))
            return .failed
          },
          "save"
        )
      }
    } perform: {
      $0.send($1)
    } observe: {
      $0
    }
  }

  private let scenario = Scenario("saving", steps: [.at(.zero, Action.saves), .at(.seconds(5), .clears)])

  // It was never seen.
  @Test func `a wrong state that the next step hides is found before that step`() async {
    let comparison = await compareEngines(scenario, on: [engine("elm"), engine("failing", fails: true)])
    #expect(comparison.divergence?.step == 1)
    #expect(comparison.divergence?.isBefore == true)
    #expect(
      comparison.description.hasPrefix(
        """
        The engines diverge on 'saving' before step 2, clears at 5000ms.

        elm against failing.

        elm (-) against failing (+):
        - ""
        + "failed"

        What elm did before:
             0ms  handled saves

        What failing did before:
        """
      ),
      "\(comparison)"
    )
    #expect(!comparison.description.contains("handled clears"))
    #expect(comparison.runs.map(\.observationsBeforeSteps) == [["", ""], ["", "failed"]])
    #expect(comparison.runs.map(\.observations) == [["", "", ""], ["", "", ""]])
  }

  @Test func `a state is looked at before a step that is left out, too`() async throws {
    let engines = [engine("elm"), engine("failing", fails: true)]
    let found = try #require(await compareEngines(scenario, on: engines, seeds: 0..<5))
    #expect(found.deviations == [EngineDeviation(.skipped(step: 2))], "\(found)")
    #expect(found.divergence?.isBefore == true)
    #expect(found.story == ["1. at 0ms: saves"])
    #expect(!found.runs.isEmpty && found.runs.allSatisfy { $0.observationsBeforeSteps.count == 2 })
    let both = [engine("elm", fails: true), engine("other", fails: true)]
    #expect(await compareEngines(scenario, on: both, seeds: 0..<20, time: .latency(0...1)) == nil)
  }

  @Test func `what is seen before a step is seen at the step's time within its window`() async throws {
    let scenario = Scenario("hurry", steps: [.at(.zero, Action.saves), .at(.zero, within: .seconds(2), .clears)])
    let engines = [engine("elm"), engine("failing", fails: true)]
    // A smaller run has no second step, and diverges at the end.
    let found = await compareEngines(scenario, on: engines, seeds: 0..<50, shrinks: false)
    let comparison = try #require(found)
    #expect(comparison.divergence?.step == 1)
    #expect(comparison.divergence?.isBefore == true)
    #expect(comparison.deviations.contains { if case .stepLate(2, _) = $0.deviation { true } else { false } })
    #expect(await compareEngines(scenario, on: engines).divergence == nil)
  }
}
