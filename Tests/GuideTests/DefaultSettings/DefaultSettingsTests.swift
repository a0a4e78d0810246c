import ElmEngine
import StoreTesting
import Testing

/// A feature as a module in plain Swift 6 mode writes it, without a word about isolation.
private struct Search {
  var text = ""
  var results: [String] = []
  var ticks = 0
}

private enum SearchAction: Sendable {
  case typed(String)
  case found([String])
  case clearTapped
  case listenTapped
  case countTapped
  case ticked
}

private enum SearchID: Hashable {
  case search
  case ticker(Int)
}

private struct SearchService: Sendable {
  func results(for text: String) async throws -> [String] {
    ["\(text) 1", "\(text) 2"]
  }
}

private func reduceSearch(state: Search, action: SearchAction, service: SearchService) -> (Search, Effect<SearchAction>)
{
  var newState = state
  switch action {
  case .typed(let text):
    newState.text = text
    return (newState, .cancellable({ .found(try await service.results(for: text)) }, SearchID.search))
  case .found(let results):
    newState.results = results
    return (newState, .none)
  case .clearTapped:
    return (Search(), .merge([.cancel(SearchID.search), .cancel(SearchID.ticker(1))]))
  case .listenTapped:
    let ticks = AsyncStream<SearchAction> { $0.yield(.ticked) }
    return (newState, .stream(ticks, id: SearchID.ticker(1)))
  case .countTapped:
    return (
      newState,
      .run(id: "count") { send in
        for _ in 1...3 {
          send(.ticked)
        }
      }
    )
  case .ticked:
    newState.ticks += 1
    return (newState, .none)
  }
}

private func reduceSearch(state: Search, action: SearchAction) -> (Search, Effect<SearchAction>) {
  reduceSearch(state: state, action: action, service: SearchService())
}

/// The engine as clients in plain Swift 6 mode, without upcoming features, use it.
@MainActor
@Suite struct DefaultSettingsTests {
  private let options = StoreOptions(executor: TestExecutor())

  @Test func `a closure makes a store`() {
    let store = Store<Int, Int>(initialState: 0) { state, action in
      var newState = state
      newState += action
      return (newState, .none)
    }

    store.send(2)

    #expect(store.state == 2)
  }

  @Test func `an inout closure makes a store`() {
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return .none
    }

    store.send(2)

    #expect(store.state == 2)
  }

  @Test func `a named reducer makes a store`() async {
    let store = Store(initialState: Search(), options: options, reduce: reduceSearch(state:action:))

    store.send(.typed("sw"))
    #expect(store.isTaskRunning(id: SearchID.search))
    await store.settle()

    #expect(store.state.results == ["sw 1", "sw 2"])
  }

  @Test func `an environment is passed to a named reducer`() async {
    let store = Store(
      initialState: Search(),
      environment: SearchService(),
      options: options,
      reduce: reduceSearch(state:action:service:)
    )

    await store.send(.typed("sw")).value

    #expect(store.state.results == ["sw 1", "sw 2"])
  }

  @Test func `streams, runs and enum names work`() async {
    let store = Store(initialState: Search(), options: options, reduce: reduceSearch(state:action:))

    store.send(.listenTapped)
    store.send(.countTapped)
    await store.settle()

    #expect(store.state.ticks == 4)
    #expect(store.isTaskRunning(id: SearchID.ticker(1)))
    store.send(.clearTapped)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `operations run outside of every actor`() async {
    let isOutside = await isolationOfOperation()
    #expect(isOutside == [true, true, true])
  }

  private func isolationOfOperation() async -> [Bool] {
    let store = Store<[Bool], Bool?>(initialState: [], options: options) { state, action in
      guard let action else {
        return (
          state,
          .sequence([
            .task { #isolation == nil },
            .cancellable({ #isolation == nil }, "check"),
            .run { send in send(#isolation == nil) },
          ])
        )
      }
      return (state + [action], .none)
    }
    store.send(nil)
    await store.settle()
    return store.state
  }
}
