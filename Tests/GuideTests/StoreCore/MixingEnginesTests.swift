import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Synchronization
import Testing

// The samples of the guide to mixing engines.

private typealias FieldStore = ElmEngine.Store<Field, FieldAction>
private typealias FieldEffect = ElmEngine.Effect<FieldAction>
private typealias ResultStore = FeatureEngine.Store<ResultFeature>

private struct Field {
  var text = ""
}

private enum FieldAction: Sendable {
  case type(String)
}

private struct ResultFeature: Feature {
  @Observable
  final class State {
    var searches: [String] = []
    var found: [String] = []
  }

  enum Action: Sendable {
    case search(String)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .search(let text):
        state.searches.append(text)
        return .run { state in state.found = [text] }.debounce(id: "search", for: .milliseconds(300))
      }
    }
  }
}

@MainActor
@Suite struct MixingEnginesTests {
  private let clock: TestClock
  private let field: FieldStore
  private let results: ResultStore

  init() {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock)

    self.clock = clock
    field = FieldStore(initialState: Field(), options: options) { field, action in
      if case .type(let text) = action { field.text = text }
      return .none
    }
    results = ResultStore(initialState: ResultFeature.State(), feature: ResultFeature(), options: options)
  }

  @Test func `a function works on any store`() {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }

    func log(_ store: some StoreEngine<Field, FieldAction>) -> StoreSubscription {
      store.subscribe { field in print(field.text) }
    }

    let subscription = log(field)
    field.send(.type("sw"))
    subscription.cancel()
    field.send(.type("swift"))
    #expect(printed == ["sw"])
  }

  @Test func `a subscription is called in the turn of the change`() async {
    field.subscribe { [weak results] field in
      results?.send(.search(field.text))
    }

    field.send(.type("sw"))
    #expect(results.state.searches == ["sw"])
    field.send(.type("swift"))
    #expect(results.state.searches == ["sw", "swift"])
    await clock.advance(by: .milliseconds(300))
    #expect(results.state.found == ["swift"])
  }

  @Test func `a stream is an effect that gets the newest value`() async {
    results.launch(.stream(field.values(of: \.text).map { .search($0) }, EffectOptions(id: "field")))

    #expect(results.isTaskRunning(id: "field"))
    await results.settle()
    #expect(results.state.searches == [""])
    field.send(.type("s"))
    field.send(.type("sw"))
    field.send(.type("swift"))
    #expect(results.state.searches == [""])
    await results.settle()
    #expect(results.state.searches.last == "swift")
    #expect(results.state.searches.count < 4)
    results.cancelTask(id: "field")
    field.send(.type("sea"))
    await results.settle()
    #expect(results.state.searches.last == "swift")
  }

  @Test func `a publisher is an effect, too`() async {
    results.subscribe(to: field.publisher(for: \.text), options: EffectOptions(id: "field")) { .search($0) }

    field.send(.type("sw"))
    await results.settle()
    #expect(results.state.searches == ["", "sw"])
    #expect(results.isTaskRunning(id: "field"))
  }

  @Test(arguments: ["subscription", "stream", "publisher"])
  func `no kind of subscription keeps the observed store`(way: String) async {
    var field: FieldStore? = FieldStore(initialState: Field()) { field, _ in
      field.text += "s"
      return .none
    }
    weak let observed = field
    switch way {
    case "subscription": field?.subscribe { [weak results] in results?.send(.search($0.text)) }
    case "stream": results.launch(.stream(field!.values(of: \.text).map { .search($0) }, EffectOptions(id: "field")))
    default: results.subscribe(to: field!.publisher(for: \.text), options: EffectOptions(id: "field")) { .search($0) }
    }
    await results.settle()
    field = nil
    #expect(observed == nil)
    await results.settle()
    #expect(!results.isTaskRunning(id: "field"))
  }

  @Test func `an endless exchange between two stores is stopped`() {
    let issues = Mutex<[String]>([])
    let options = StoreOptions(onIssue: { issue in issues.withLock { $0.append(issue.description) } }, chainLimit: 50)
    func makeCounter() -> ElmEngine.Store<Int, Int> {
      ElmEngine.Store<Int, Int>(initialState: 0, options: options) { _, number in (number, .none) }
    }
    let (one, other) = (makeCounter(), makeCounter())
    one.subscribe { [weak other] in other?.send($0 + 1) }
    other.subscribe { [weak one] in one?.send($0 + 1) }
    one.send(0)
    #expect(issues.withLock { $0.count } == 1)
    #expect(one.state < 200)
    let last = one.state
    one.send(1_000)
    #expect(one.state > last)
  }
}
