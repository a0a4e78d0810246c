import ElmEngine
import ReduxBridge
import StoreSimulation
import Testing

/// One scenario on several engines, with latencies and faults.
@MainActor
@Suite struct CompareEnginesWithFaultsTests {
  private enum Action: Sendable {
    case load(Int)
    case loaded(Int)
    case failed
  }

  private struct Loader: FeatureType {
    func reduce(into state: inout [Int], action: Action) async {
      switch action {
      case .load: break
      case .loaded(let number): state.append(number)
      case .failed: state.append(0)
      }
    }

    func effect(of action: Action, state: [Int]) -> EffectProgram<Action> {
      guard case .load(let number) = action else { return .none }
      return .task(EffectOptions(id: "load", policy: .concurrent)) { .loaded(number) }.catch { _ in .emit(.failed) }
    }
  }

  private var redux: ComparedEngine<Int, [Int]> {
    ComparedEngine(
      "redux",
      makeStore: { ReduxBridge.Store(feature: Loader(), initialState: [], options: $0) },
      perform: { $0.send(.load($1)) },
      observe: \.self
    )
  }

  /// The same on another engine, which may lack the answer to an error.
  private func elm(forgetsErrors: Bool) -> ComparedEngine<Int, [Int]> {
    ComparedEngine(
      "elm",
      makeStore: { makeElmStore($0, forgetsErrors: forgetsErrors) },
      perform: { $0.send(.load($1)) },
      observe: \.self
    )
  }

  private func makeElmStore(_ options: StoreOptions, forgetsErrors: Bool) -> ElmEngine.Store<[Int], Action> {
    var options = options
    options.onError = { _, _ in }
    return ElmEngine.Store(initialState: [], options: options) { (state: inout [Int], action: Action) in
      switch action {
      case .load(let number):
        let options = EffectOptions(id: "load", policy: .concurrent)
        let load = Effect<Action>.program(.task(options) { .loaded(number) })
        return forgetsErrors ? load : load.catch { _ in .failed }
      case .loaded(let number):
        state.append(number)
        return .none
      case .failed:
        state.append(0)
        return .none
      }
    }
  }

  private let scenario = Scenario("loading", steps: (1...4).map { .at(.milliseconds($0 * 500), $0) })

  @Test func `engines have the same latencies and the same faults`() async {
    let comparison = await compareEngines(
      scenario,
      on: [elm(forgetsErrors: false), redux],
      seeds: 0..<100,
      time: .latency(0...3),
      faults: .seeded([.fails, .failsAfterwards, .cancelled, .neverAnswers])
    )
    #expect(comparison == nil, "\(String(describing: comparison))")
  }

  @Test func `a fault that one of them does not handle is found, and cut down to it`() async throws {
    let engines = [elm(forgetsErrors: true), redux]
    let comparison = try #require(
      await compareEngines(
        scenario,
        on: engines,
        seeds: 0..<100,
        time: .latency(0...3),
        faults: .seeded([.fails]),
        shrinks: true
      )
    )
    #expect(comparison.deviations.filter { !$0.deviation.description.contains("left out") }.count == 1)
    #expect(comparison.deviations.contains(EngineDeviation(.fault(.fails, of: "load#1"))))
    let again = await compareEngines(scenario, on: engines, replaying: comparison.deviations)
    #expect(!again.agrees)
    let plain = await compareEngines(scenario, on: engines, replaying: [])
    #expect(plain.agrees)
  }
}
