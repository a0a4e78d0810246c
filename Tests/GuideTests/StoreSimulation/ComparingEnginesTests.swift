import ElmEngine
import ReduxBridge
import StoreSimulation
import Testing

// The samples of the guide to comparing engines and schedules.

private struct Search: Equatable, Sendable {
  var text = ""
  var found: [String] = []
}

private enum Action: Sendable {
  case type(String)
  case found([String])
}

private struct SearchFeature: EffectFeatureType {
  func reduce(into state: inout Search, action: Action) async {
    switch action {
    case .type(let text): state.text = text
    case .found(let words): state.found = words
    }
  }

  func effect(of action: Action, state: Search) -> EffectProgram<Action> {
    guard case .type(let text) = action else { return .none }
    return .task { .found([text]) }.debounce(id: "search", for: .milliseconds(300))
  }
}

@MainActor
@Suite struct ComparingEnginesTests {
  private func makeElmStore(options: StoreOptions) -> ElmEngine.Store<Search, Action> {
    ElmEngine.Store<Search, Action>(initialState: Search(), options: options) { search, action in
      switch action {
      case .type(let text):
        search.text = text
        return .task { .found([text]) }.debounce(id: "search", for: .milliseconds(300))
      case .found(let words):
        search.found = words
        return .none
      }
    }
  }

  private func makeReduxStore(options: StoreOptions) -> ReduxBridge.Store<SearchFeature> {
    ReduxBridge.Store(feature: SearchFeature(), initialState: Search(), options: options)
  }

  @Test func `a scenario on two engines`() async {
    let scenario = Scenario("typing", steps: [.at(.zero, "s"), .at(.milliseconds(100), "sw")])

    let elm = ComparedEngine("elm", makeStore: makeElmStore, perform: { $0.send(.type($1)) }, observe: \.self)
    let redux = ComparedEngine("redux", makeStore: makeReduxStore, perform: { $0.send(.type($1)) }, observe: \.self)
    let comparison = await compareEngines(scenario, on: [elm, redux])
    #expect(comparison.agrees, "\(comparison)")
  }

  @Test func `a test in many schedules`() async {
    func reduce(state: String, action: String) -> (String, Effect<String>) {
      // The order in which these end is up to the schedule.
      action == "start" ? (state, .merge([.task { "first" }, .task { "second" }])) : (max(state, action), .none)
    }

    let exploration = await exploreSchedules(seeds: 0..<100) { bench in
      let store = Store<String, String>(initialState: "", options: bench.options, reduce: reduce)
      store.send("start")
      await bench.clock.runUntilIdle()
      return store.state
    }
    #expect(exploration.agrees, "\(exploration)")

    #expect(exploration.count == 100)
  }
}
