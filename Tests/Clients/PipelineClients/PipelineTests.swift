import ElmEngine
import FeatureEngine
import ReduxBridge
import Testing

// One app, three engines: a search field in ElmEngine, its results in FeatureEngine, a history in ReduxBridge. Pipelines
// carry values from one to the next.

nonisolated private struct Field: Equatable, Sendable {
  var text = ""
  var hits = 0
}

nonisolated private enum FieldAction: Sendable {
  case type(String)
  case follow
  case found(Int)
}

private struct ResultFeature: Feature {
  @Observable
  final class State {
    var results: [String] = []
    var failure: String?
  }

  enum Action: Sendable {
    case search(String)
    case fail(String)
  }

  let words: [String]

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { [words] action, state in
      switch action {
      case .search(let text):
        return .run(id: "search") { state in
          state.results = words.filter { $0.hasPrefix(text) }
        }
      case .fail(let message):
        state.failure = message
        return .none
      }
    }
  }
}

private struct HistoryFeature: FeatureType {
  struct State {
    var searches: [String] = []
  }

  enum Action: Sendable {
    case searched(String)
  }

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .searched(let text): state.searches.append(text)
    }
  }
}

/// A feature with effects.
private struct LoadFeature: EffectFeatureType {
  struct State {
    var words: [String] = []
  }

  enum Action: Sendable {
    case load
    case loaded([String])
  }

  func reduce(into state: inout State, action: Action) async {
    if case .loaded(let words) = action { state.words = words }
  }

  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    if case .load = action { .task(id: "load") { .loaded(["swift"]) } } else { .none }
  }
}

private struct Offline: Error {}

@MainActor
@Suite struct PipelineTests {
  private let words = ["swift", "swim", "sea"]

  @Test func `a feature's effect is run`() async {
    let store = ReduxBridge.Store(feature: LoadFeature(), initialState: LoadFeature.State())
    await store.send(action: .load).tree
    #expect(store.state.words == ["swift"])
  }

  private func makeField(following counts: PublisherElements<Int, Never>? = nil) -> ElmEngine.Store<Field, FieldAction>
  {
    ElmEngine.Store<Field, FieldAction>(initialState: Field()) { state, action in
      var newState = state
      switch action {
      case .type(let text):
        newState.text = text
      case .follow:
        guard let counts else { break }
        return (newState, .stream(counts.map { .found($0) }, id: "hits"))
      case .found(let count):
        newState.hits = count
      }
      return (newState, .none)
    }
  }

  private func makeResults() -> FeatureEngine.Store<ResultFeature> {
    FeatureEngine.Store(initialState: ResultFeature.State(), feature: ResultFeature(words: words))
  }

  private func makeHistory() -> ReduxBridge.Store<HistoryFeature> {
    ReduxBridge.Store(feature: HistoryFeature(), initialState: HistoryFeature.State())
  }

  @Test func `a value goes through the stores of three engines and back`() async {
    let results = makeResults()
    let field = makeField(following: results.publisher(for: \.results).map(\.count).removeDuplicates().elements())
    let history = makeHistory()
    results.subscribe(to: field.publisher(for: \.text).dropFirst(), options: EffectOptions(id: "field")) { .search($0) }
    history.subscribe(to: results.actionPublisher.compactMap { $0.action.text }) { .searched($0) }
    field.send(.follow)
    field.send(.type("s"))
    await results.settle()
    field.send(.type("sw"))
    await results.settle()
    await history.settle()
    await field.settle()
    #expect(results.state.results == ["swift", "swim"])
    #expect(history.state.searches == ["s", "sw"])
    #expect(field.state.hits == 2)
    #expect(results.isTaskRunning(id: "field"))
    results.cancelTask(id: "field")
    field.send(.type("sea"))
    await results.settle()
    #expect(results.state.results == ["swift", "swim"])
  }

  @Test func `a sink on the main actor uses what belongs there, and sends`() {
    let field = makeField()
    var typed: [String] = []
    var subscriptions: Set<AnyCancellable> = []
    field.publisher.map(\.text).sink { text in
      typed.append(text)
      if text == "s" { field.send(.type("sw")) }
    }.store(in: &subscriptions)
    field.send(.type("s"))
    #expect(typed == ["", "s", "sw"])
  }

  @Test func `a failure becomes an action`() async {
    let results = makeResults()
    let words = Fail<String, Offline>(error: Offline())
    results.subscribe(to: words, action: { .search($0) }, failure: { .fail("\($0)") })
    await results.settle()
    #expect(results.state.failure == "Offline()")
  }

  @Test func `an effect takes a publisher's elements`() async {
    let subject = PassthroughSubject<String, Never>()
    let history = makeHistory()
    history.launch(.publisher(subject.map { .searched($0) }, EffectOptions(id: "subject")))
    subject.send("swift")
    subject.send("swim")
    subject.send(completion: .finished)
    await history.settle()
    #expect(history.state.searches == ["swift", "swim"])
    #expect(!history.isTaskRunning(id: "subject"))
  }

  @Test func `any store is an observable object`() {
    let object = ObservableStore(makeField())
    var texts: [String] = []
    let subscription = object.objectWillChange.sink { texts.append(object.state.text) }
    object.send(.type("s"))
    #expect(texts == [""])
    #expect(object.state.text == "s")
    subscription.cancel()
  }
}

extension ResultFeature.Action {
  fileprivate nonisolated var text: String? {
    if case .search(let text) = self { text } else { nil }
  }
}
