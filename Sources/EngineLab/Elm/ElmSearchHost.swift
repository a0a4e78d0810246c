import ElmEngine

/// A store of the search feature, as the player of scenarios uses it.
struct ElmSearchHost: SearchHost {
  private let store: Store<ElmSearch.State, ElmSearch.Action>

  init(environment: SearchEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ElmSearch.State(),
      environment: environment,
      options: options,
      reduce: ElmSearch.reduce
    )
  }

  var screen: SearchScreen { Self.screen(store.state) }

  var engine: any StoreEngine { store }

  func perform(_ command: Scenario.Command) {
    switch command {
    case .type(let text): store.send(.typed(text))
    case .cancel: store.send(.cancelTapped)
    case .clear: store.send(.cleared)
    }
  }

  func onChange(_ body: @escaping @MainActor (SearchScreen) -> Void) {
    store.subscribe { body(Self.screen($0)) }
  }

  private static func screen(_ state: ElmSearch.State) -> SearchScreen {
    SearchScreen(query: state.query, activity: state.activity, outcome: state.outcome)
  }
}
