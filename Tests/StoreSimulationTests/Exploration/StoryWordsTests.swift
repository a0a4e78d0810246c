import ElmEngine
import FeatureEngine
import StoreSimulation
import Testing

/// The words for values and effects in a report.
@MainActor
@Suite struct StoryWordsTests {
  enum Kind: Hashable, Sendable { case red, blue }

  struct Row: Hashable, Identifiable, Sendable {
    let id: Int
    var kind = Kind.red
  }

  struct Load: Hashable, Sendable { let kind: Kind }

  enum Action: Sendable {
    case opened
    case loaded(Row)
  }

  struct Rows: Feature {
    @Observable
    final class Head {
      var title = "Rows"
    }

    @Observable
    final class State {
      var rows: [Row] = []
      var head = Head()
    }

    typealias Action = StoryWordsTests.Action

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .opened:
          return .task(id: Load(kind: .blue)) { _ in .loaded(Row(id: 1, kind: .blue)) }
        case .loaded(let row):
          state.rows.append(row)
          return .none
        }
      }
    }
  }

  private func explored(on bench: TestBench) async {
    let store = FeatureEngine.Store(initialState: Rows.State(), feature: Rows(), options: bench.options)
    bench.always(store, "quick") { $0.rows.isEmpty || bench.clock.now.offset < .milliseconds(900) }
    await bench.step("opens") { store.send(.opened) }
  }

  private func explore() async -> ScheduleExploration<NoOutcome> {
    await exploreSchedules(seeds: 0..<20, time: .latency(0...2)) { await explored(on: $0) }
  }

  @Test func `a report has no names of modules, and properties under their own names`() async throws {
    let exploration = await explore()
    let text = exploration.description
    #expect(!text.contains("StoreSimulationTests."), "\(text)")
    #expect(!text.contains(" _"), "\(text)")
    let run = try #require(exploration.shrunk)
    #expect(run.story.dropFirst().allSatisfy { $0.contains("Load(kind: .blue)#1") }, "\(run.story)")
    let handled = "handled loaded(Row(id: 1, kind: .blue)), sent by effect Load(kind: .blue)"
    #expect(run.trace.contains { $0.hasSuffix(handled) }, "\(run.trace)")
    let broken = try #require(throws: BrokenProperty.self) { try run.outcome.get() }
    #expect(broken.action == "loaded(Row(id: 1, kind: .blue))")
    #expect(
      broken.state == """
        StoryWordsTests.Rows.State(
          rows: [
            [0]: StoryWordsTests.Row(
              id: 1,
              kind: .blue
            )
          ],
          head: (title: "Rows")
        )
        """
    )
  }

  @Test func `the test of a report finds its effects under these names`() async throws {
    let run = try #require(await explore().shrunk)
    let replay = await replaySchedule(run.deviations, time: .latency(0...2)) { await explored(on: $0) }
    #expect(replay.failure != nil, "\(replay)")
  }
}
