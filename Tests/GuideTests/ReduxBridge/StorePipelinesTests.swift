import ElmEngine
import ReduxBridge
import StoreTesting
import Testing

// The samples of the guide to pipelines.

private struct Field {
  var text = ""
}

private enum FieldAction: Sendable {
  case type(String)
}

private struct Results {
  var searches: [String] = []
  var prices: [Int] = []
  var found: [String] = []
}

private enum ResultsAction: Sendable {
  case search(String)
  case watch
  case follow
  case refresh
  case priceChanged(Int)
  case found([String])
}

@MainActor
@Suite struct StorePipelinesTests {
  private let prices = PassthroughSubject<Int, Never>()
  private let field = ElmEngine.Store<Field, FieldAction>(initialState: Field()) { field, action in
    if case .type(let text) = action { field.text = text }
    return .none
  }

  private func makeResults(
    options: StoreOptions = StoreOptions(),
    requests: AnyPublisher<ResultsAction, Never> = Empty().eraseToAnyPublisher()
  ) -> ElmEngine.Store<Results, ResultsAction> {
    let prices = prices
    return ElmEngine.Store<Results, ResultsAction>(initialState: Results(), options: options) { results, action in
      switch action {
      case .found(let found):
        results.found += found
        return .none

      case .search(let text):
        results.searches.append(text)
        return .task { .found(try await search(text)) }.debounce(id: "search", for: .milliseconds(300))

      case .priceChanged(let price):
        results.prices.append(price)
        return .none

      case .watch:  // an effect of all engines
        return .program(.publisher(prices.map { .priceChanged($0) }, EffectOptions(id: "prices")))
      case .follow:  // ElmEngine's own
        return .stream(prices.elements().map { .priceChanged($0) }, id: "prices")

      case .refresh:  // one at a time
        return .program(.stream(requests.elements(), EffectOptions(id: "refresh", policy: .keepRunning)))
      }
    }
  }

  @Test func `a store publishes its state, values and actions`() {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    var subscriptions: Set<AnyCancellable> = []

    let states = field.publisher  // the state: the current one, and the one after each change
    let texts = field.publisher(for: \.text)  // one value of it, without repeated ones
    let actions = field.actionPublisher  // each action, with the state behind it

    texts
      .sink { text in print(text) }
      .store(in: &subscriptions)

    var stateCount = 0
    var actionCount = 0
    states.sink { _ in stateCount += 1 }.store(in: &subscriptions)
    actions.sink { _ in actionCount += 1 }.store(in: &subscriptions)
    field.send(.type("sw"))
    field.send(.type("sw"))
    #expect(printed == ["", "sw"])
    #expect(stateCount == 3)
    #expect(actionCount == 2)
  }

  @Test func `a store subscribes to a publisher`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let results = makeResults(options: StoreOptions(executor: executor, clock: clock))

    results.subscribe(to: field.publisher(for: \.text).dropFirst(), options: EffectOptions(id: "field")) { .search($0) }

    #expect(results.isTaskRunning(id: "field"))
    field.send(.type("sw"))
    await clock.advance(by: .milliseconds(200))
    #expect(results.state.searches == ["sw"])
    field.send(.type("swift"))
    await clock.advance(by: .milliseconds(300))
    #expect(results.state.searches == ["sw", "swift"])
    #expect(results.state.found == ["swift"])
    results.cancel("field")
    field.send(.type("swiftly"))
    await results.settle()
    #expect(results.state.searches == ["sw", "swift"])
  }

  @Test func `a pipeline waits on the store's clock`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let results = makeResults(options: StoreOptions(executor: executor, clock: clock))

    let pauses = field.publisher(for: \.text).dropFirst()
      .debounce(for: .milliseconds(300), scheduler: results.scheduler)
    results.subscribe(to: pauses, options: EffectOptions(id: "pauses")) { .search($0) }

    field.send(.type("sw"))
    await clock.advance(by: .milliseconds(200))
    field.send(.type("swift"))
    await clock.advance(by: .milliseconds(299))
    #expect(results.state.searches.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(results.state.searches == ["swift"])
  }

  @Test func `a store replaces a merge, and a combination of latest values`() async {
    let results = makeResults()
    results.subscribe(to: prices, options: EffectOptions(id: "prices")) { .priceChanged($0) }
    results.subscribe(to: field.publisher(for: \.text).dropFirst(), options: EffectOptions(id: "field")) { .search($0) }
    var latest: [String] = []
    let subscription = results.publisher.sink { latest.append("\($0.prices.last ?? 0) \($0.searches.last ?? "")") }
    prices.send(3)
    await results.settle()
    field.send(.type("swift"))
    prices.send(4)
    await results.settle()
    #expect(latest.first == "0 ")
    #expect(latest.last == "4 swift")
    #expect(results.state.prices == [3, 4])
    subscription.cancel()
  }

  @Test(arguments: [ResultsAction.watch, .follow])
  private func `a publisher is an effect of a handler`(action: ResultsAction) async {
    let results = makeResults()
    results.send(action)
    #expect(results.isTaskRunning(id: "prices"))
    await results.settle()
    prices.send(3)
    prices.send(4)
    await results.settle()
    #expect(results.state.prices == [3, 4])
    prices.send(completion: .finished)
    await results.settle()
    #expect(!results.isTaskRunning(id: "prices"))
  }

  @Test func `requests run one at a time`() async {
    var requestCount = 0
    let response = PassthroughSubject<ResultsAction, Never>()
    let requests = Deferred {
      requestCount += 1
      return response
    }
    let results = makeResults(requests: requests.eraseToAnyPublisher())
    for _ in 1...3 { results.send(.refresh) }
    await results.settle()
    #expect(requestCount == 1)
    response.send(.priceChanged(3))
    response.send(completion: .finished)
    await results.settle()
    #expect(results.state.prices == [3])
    results.send(.refresh)
    await results.settle()
    #expect(requestCount == 2)
  }
}
