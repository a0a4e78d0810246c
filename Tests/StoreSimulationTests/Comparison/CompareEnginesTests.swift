import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreSimulation
import Testing

/// One scenario on several engines.
@MainActor
@Suite(.serialized) struct CompareEnginesTests {
  /// A search that waits for a pause; its results come after a while.
  fileprivate struct Search: Equatable, Sendable {
    var text = ""
    var found: [String] = []
  }

  fileprivate enum Action: Sendable, CustomStringConvertible {
    case type(String)
    case found([String])

    var description: String {
      switch self {
      case .type(let text): "type \(text)"
      case .found(let words): "found \(words)"
      }
    }
  }

  /// The bug of an engine.
  private enum Bug { case none, keepsOldSearch, forgetsText }

  private nonisolated static let words = ["swift", "swim", "sea"]

  private nonisolated static func search(_ text: String, _ clock: any Clock<Duration>) async throws -> Action {
    try await clock.sleep(for: .milliseconds(text.count < 3 ? 500 : 50))
    return .found(words.filter { $0.hasPrefix(text) })
  }

  private func elm(_ name: String = "elm", bug: Bug = .none) -> ComparedEngine<String, Search> {
    ComparedEngine(name) { options -> ElmEngine.Store<Search, Action> in
      let clock = options.clock ?? ContinuousClock()
      return ElmEngine.Store<Search, Action>(initialState: Search(), options: options) { state, action in
        var newState = state
        switch action {
        case .type(let text):
          newState.text = bug == .forgetsText && text == "sw" ? "" : text
          let effect = ElmEngine.Effect<Action>.cancellable({ try await Self.search(text, clock) }, "search")
          return (newState, bug == .keepsOldSearch ? effect.policy(.concurrent) : effect)
        case .found(let words):
          newState.found = words
          return (newState, .none)
        }
      }
    } perform: { store, text in
      store.send(.type(text))
    } observe: {
      $0
    }
  }

  fileprivate final class FeatureSearch: Feature {
    @Observable
    final class State {
      var search = Search()
    }

    typealias Action = CompareEnginesTests.Action

    let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
      self.clock = clock
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { [clock] action, state in
        switch action {
        case .type(let text):
          state.search.text = text
          return .run(id: "search") { _, send in send(try await CompareEnginesTests.search(text, clock)) }
        case .found(let words):
          state.search.found = words
          return .none
        }
      }
    }
  }

  private func feature() -> ComparedEngine<String, Search> {
    ComparedEngine("feature") { options -> FeatureEngine.Store<FeatureSearch> in
      FeatureEngine.Store(
        initialState: FeatureSearch.State(),
        feature: FeatureSearch(clock: options.clock ?? ContinuousClock()),
        options: options
      )
    } perform: { store, text in
      store.send(.type(text))
    } observe: {
      $0.search
    }
  }

  private func effectView() -> ComparedEngine<String, Search> {
    ComparedEngine("effectview") { options -> EffectHost<Search, Action, Void> in
      let clock = options.clock ?? ContinuousClock()
      return EffectHost<Search, Action, Void>(state: Search(), options: options) { state, event in
        switch event {
        case .type(let text):
          state.text = text
          return .throwingTask(name: "search") { input, _ in input(try await Self.search(text, clock)) }
        case .found(let words):
          state.found = words
          return nil
        }
      }
    } perform: { host, text in
      host.send(.type(text))
    } observe: {
      $0
    }
  }

  private struct ReduxSearch: FeatureType {
    let clock: any Clock<Duration>

    func reduce(into state: inout Search, action: Action) async {
      switch action {
      case .type(let text): state.text = text
      case .found(let words): state.found = words
      }
    }

    func effect(of action: Action, state: Search) -> EffectProgram<Action> {
      guard case .type(let text) = action else { return .none }
      return .task(EffectOptions(id: "search")) { [clock] in try await CompareEnginesTests.search(text, clock) }
    }
  }

  private func redux() -> ComparedEngine<String, Search> {
    ComparedEngine("redux") { options -> ReduxBridge.Store<ReduxSearch> in
      ReduxBridge.Store(
        feature: ReduxSearch(clock: options.clock ?? ContinuousClock()),
        initialState: Search(),
        options: options
      )
    } perform: { store, text in
      store.send(action: .type(text))
    } observe: {
      $0
    }
  }

  private let scenario = Scenario(
    "typing",
    steps: [.at(.zero, "s"), .at(.milliseconds(500), "sw"), .at(.milliseconds(600), "swi")]
  )

  // MARK: Agreement

  @Test func `the four engines agree after each step`() async {
    let comparison = await compareEngines(scenario, on: [elm(), feature(), effectView(), redux()])
    #expect(comparison.agrees, "\(comparison)")
    #expect(comparison.runs.map(\.engine) == ["elm", "feature", "effectview", "redux"])
    #expect(comparison.runs.allSatisfy { $0.observations.count == 4 })
    #expect(comparison.runs[0].observations.last == Search(text: "swi", found: ["swift", "swim"]))
    #expect(
      comparison.description == "elm, feature, effectview, redux agree on 'typing' before and after each of 3 steps."
    )
  }

  @Test func `the four engines agree in many schedules in which a step comes at the time of a result`() async {
    var count = 0
    let engines = [elm(), feature(), effectView(), redux()]
    let comparison = await compareEngines(scenario, on: engines, seeds: 0..<200) { count = $0 }
    #expect(comparison == nil, "\(comparison?.description ?? "")")
    #expect(count == 200)
  }

  @Test func `both orders of a step and a result at its time are played`() async {
    var found: Set<[String]> = []
    for seed in 0..<20 as Range<UInt64> {
      let comparison = await compareEngines(scenario, on: [elm()], seed: seed)
      found.insert(comparison.runs[0].observations[1].found)
    }
    // The result of "s" lands before "sw" cancels its search, or never.
    #expect(found == [[], ["swift", "swim", "sea"]])
  }

  // MARK: Divergence

  @Test func `the first step at which engines diverge is named, with the difference and the events before it`() async {
    let comparison = await compareEngines(
      Scenario("typing", steps: [.at(.zero, "s"), .at(.milliseconds(100), "sw")]),
      on: [elm(), elm("broken", bug: .forgetsText), redux()]
    )
    #expect(comparison.divergence?.step == 1)
    #expect(comparison.divergence?.groups == [["elm", "redux"], ["broken"]])
    #expect(
      comparison.description == """
        The engines diverge on 'typing' after step 2, sw at 100ms.

        elm and redux against broken.

        elm (-) against broken (+):
          CompareEnginesTests.Search(
        -   text: "sw",
        +   text: "",
            found: []
          )

        What elm did before:
             0ms  handled type s
             0ms  effect search started, launched by type s
           100ms  handled type sw
           100ms  effect search was replaced by a newer effect of the same name
           100ms  effect search started, launched by type sw
           100ms  effect search has drained

        What broken did before:
             0ms  handled type s
             0ms  effect search started, launched by type s
           100ms  handled type sw
           100ms  effect search was replaced by a newer effect of the same name
           100ms  effect search started, launched by type sw
           100ms  effect search has drained
        """
    )
  }

  @Test func `a divergence at the end is found, too`() async {
    let comparison = await compareEngines(
      Scenario("typing", steps: [.at(.zero, "s"), .at(.milliseconds(10), "swi")]),
      on: [elm(), elm("broken", bug: .keepsOldSearch)]
    )
    #expect(comparison.divergence?.step == 2)
    #expect(comparison.description.hasPrefix("The engines diverge on 'typing' at the end.\n\nelm against broken."))
    #expect(comparison.description.contains("500ms  handled found"))
  }

  @Test func `a divergence in one schedule names its seed`() async {
    let comparison = await compareEngines(
      Scenario("typing", steps: [.at(.zero, "s"), .at(.milliseconds(10), "swi")]),
      on: [elm(), elm("broken", bug: .keepsOldSearch)],
      seeds: 3..<10
    )
    #expect(comparison?.seed == 3)
    #expect(comparison?.description.contains("in the schedule of seed 3") == true)
  }

  @Test func `steps are played in the order of their times`() async {
    let comparison = await compareEngines(
      Scenario(
        "unordered",
        steps: [.at(.milliseconds(20), "b"), .at(.zero, "a"), .at(.milliseconds(20), "c")],
        end: .milliseconds(20)
      ),
      on: [elm()]
    )
    #expect(comparison.runs[0].observations.map(\.text) == ["a", "b", "c", "c"])
  }

  @Test(arguments: [false, true])
  func `a step outside of the scenario's time stops the program at the caller's line`(isNegative: Bool) async {
    // Inside the macro, all lines are its own.
    let line = isNegative ? #line + 3 : #line + 6
    let result =
      isNegative
      ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario("early", steps: [.at(.seconds(-1), "a")])
      }
      : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario("late", steps: [.at(.seconds(3), "a")], end: .seconds(2))
      }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
    let words =
      isNegative
      ? "The scenario 'early' has a step at -1.0 seconds.\n"
      : "The scenario 'late' has a step at 3.0 seconds, and ends at 2.0 seconds.\n"
    #expect(text.contains(words))
    #expect(text.contains("Give each step a time between the two."))
  }

  // MARK: Players

  /// A store, and the values that a play keeps of it.
  @MainActor
  private final class Player {
    let store: ElmEngine.Store<Search, Action>
    var texts: [String] = []

    init(_ bench: TestBench) {
      let clock = bench.clock
      store = ElmEngine.Store(initialState: Search(), options: bench.options) { state, action in
        var newState = state
        switch action {
        case .type(let text):
          newState.text = text
          return (newState, .cancellable({ try await CompareEnginesTests.search(text, clock) }, "search"))
        case .found(let words):
          newState.found = words
          return (newState, .none)
        }
      }
    }
  }

  private func player() -> ComparedEngine<String, [String]> {
    ComparedEngine(named: "player") { bench in
      Player(bench)
    } perform: { player, text in
      player.texts.append(text)
      player.store.send(.type(text))
    } end: { player in
      player.store.cancel(.all)
      player.store.launch(.task { .found(["the end"]) })
    } observe: { player in
      player.texts + player.store.state.found
    }
  }

  @Test func `a player is called at the scenario's end, and its effect is observed`() async {
    let scenario = Scenario("typing", steps: [.at(.zero, "s")], end: .milliseconds(100))
    let comparison = await compareEngines(scenario, on: [player()])
    #expect(comparison.runs[0].observations == [["s"], ["s", "the end"]])
    #expect(comparison.runs[0].trace.contains("   100ms  effect search was cancelled by a cancel of all effects"))
  }

  @Test func `a scenario without an end ends when all is quiet, and the player's end is not called`() async {
    let comparison = await compareEngines(Scenario("typing", steps: [.at(.zero, "swi")]), on: [player()])
    #expect(comparison.runs[0].observations == [["swi"], ["swi", "swift", "swim"]])
  }

  // MARK: Many schedules

  @Test func `a comparison has no trace if none is requested, and a diverging schedule has one`() async {
    let plain = await compareEngines(scenario, on: [elm()], isTraced: false)
    #expect(plain.runs[0].trace.isEmpty)
    #expect(plain.runs[0].observations.last == Search(text: "swi", found: ["swift", "swim"]))
    let engines = [elm(), elm("broken", bug: .forgetsText)]
    let found = await compareEngines(scenario, on: engines, seeds: 0..<10, shrinks: false)
    #expect(found?.runs[0].trace.isEmpty == false)
    #expect(found?.description == "\(await compareEngines(scenario, on: engines, seed: 0))")
  }

  @Test func `a search for a schedule ends soon after it is cancelled`() async {
    let search = Task { @MainActor in
      var count = 0
      let found = await compareEngines(scenario, on: [elm(), redux()], seeds: 0..<1_000_000) {
        count = $0
        if $0 == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      #expect(found == nil)
      return count
    }
    #expect(await search.value == 3)
  }
}
