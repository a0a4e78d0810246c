import ElmEngine
import FeatureEngine
import StoreStreams
import StoreTesting
import Testing

// The samples of StoreStreams' page.

/// A store whose state an action replaces.
private typealias ValueStore<State: Sendable> = ElmEngine.Store<State, State>

private struct Cart: Sendable {
  var total = 0
}

private struct Account: Sendable {
  var discount = 0
}

private struct Field: Sendable {
  var text = ""
}

private struct Filter: Sendable {
  var category = "all"
}

private struct SummaryFeature: Feature {
  @Observable
  final class State {
    var price: Int?
  }

  enum Action: Sendable {
    case priceChanged(Int)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .priceChanged(let price): state.price = price
      }
      return .none
    }
  }
}

private enum FollowAction: Sendable {
  case follow
  case priceChanged(Int)
}

private enum LogAction: Sendable {
  case happened(String)
  case search(String)
  case upload([Int])
}

@MainActor
@Suite(.timeLimit(.minutes(60))) struct StoreStreamsPageTests {
  private let executor = TestExecutor()
  private let clock: TestClock

  init() {
    clock = TestClock(executor: executor)
  }

  private func makeValues<State: Sendable>(_ state: State, clock: (any Clock<Duration>)? = nil) -> ValueStore<State> {
    ValueStore<State>(initialState: state, options: StoreOptions(clock: clock)) { state, newState in
      state = newState
      return .none
    }
  }

  private func makeLog(options: StoreOptions = StoreOptions()) -> ElmEngine.Store<[String], LogAction> {
    ElmEngine.Store<[String], LogAction>(initialState: [], options: options) { log, action in
      switch action {
      case .happened(let text), .search(let text): log.append(text)
      case .upload(let readings): log.append("\(readings)")
      }
      return .none
    }
  }

  /// Waits until a store has had a state.
  private func wait<State: Equatable & Sendable>(
    for state: State,
    of store: ElmEngine.Store<State, some Sendable>
  ) async {
    for await current in store.states where current == state { return }
  }

  @Test func `combined`() async {
    let cart = makeValues(Cart(total: 100))
    let account = makeValues(Account())
    let summary = FeatureEngine.Store(initialState: SummaryFeature.State(), feature: SummaryFeature())

    summary.subscribe(
      to: combineLatest(cart.values(of: \.total), account.values(of: \.discount)),
      options: EffectOptions(id: "price")
    ) { total, discount in .priceChanged(total - discount) }

    account.send(Account(discount: 10))
    for await price in summary.values(of: \.price) where price == 90 { break }
    #expect(summary.isTaskRunning(id: "price"))
  }

  @Test func `merged`() async {
    let cart = makeValues(1)
    let account = makeValues(1)
    let history = makeLog()

    history.subscribe(
      to: merge(cart.actions.map { "cart: \($0)" }, account.actions.map { "account: \($0)" })
    ) { .happened($0) }

    cart.send(2)
    await wait(for: ["cart: 2"], of: history)
    account.send(3)
    await wait(for: ["cart: 2", "account: 3"], of: history)
  }

  @Test func `a rate`() async {
    let field = makeValues(Field())
    let results = makeLog(options: StoreOptions(executor: executor, clock: clock))

    results.subscribe(to: field.values(of: \.text), rate: .debounce(for: .milliseconds(300))) { .search($0) }

    field.send(Field(text: "s"))
    await clock.advance(by: .milliseconds(200))
    field.send(Field(text: "sw"))
    await clock.advance(by: .milliseconds(299))
    #expect(results.state.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(results.state == ["sw"])
  }

  @Test func `a wait in a composition`() async {
    let field = makeValues(Field(text: "sw"), clock: ImmediateClock())
    let filter = makeValues(Filter())
    let results = makeLog()

    let texts = field.values(of: \.text).debounce(for: .milliseconds(300), clock: field.streamClock)
    results.subscribe(to: combineLatest(texts, filter.values(of: \.category))) { text, category in
      .search("\(category): \(text)")
    }

    await wait(for: ["all: sw"], of: results)
    filter.send(Filter(category: "books"))
    await wait(for: ["all: sw", "books: sw"], of: results)
  }

  @Test func `chunks`() async {
    let meter = makeValues(0)
    let upload = makeLog(options: StoreOptions(clock: clock))

    upload.subscribe(
      to: meter.actions.chunks(ofCount: 100, or: .repeating(every: .seconds(1), clock: upload.streamClock)),
      options: EffectOptions(id: "readings")
    ) { .upload($0) }

    for reading in 0..<100 { meter.send(reading) }
    await wait(for: ["\(Array(0..<100))"], of: upload)
    #expect(upload.isTaskRunning(id: "readings"))
  }

  @Test func `in a handler`() async {
    let cart = makeValues(Cart(total: 100))
    let account = makeValues(Account(discount: 1))
    let store = ElmEngine.Store<Int, FollowAction>(initialState: 0) { price, action in
      switch action {
      case .follow:
        return .stream(
          combineLatest(cart.values(of: \.total), account.values(of: \.discount)).map { .priceChanged($0 - $1) },
          id: "price"
        )

      case .priceChanged(let newPrice):
        price = newPrice
        return .none
      }
    }
    store.send(.follow)
    await wait(for: 99, of: store)
    cart.send(Cart(total: 50))
    await wait(for: 49, of: store)
    store.cancel("price")
    #expect(store.runningTaskCount == 0)
  }
}
