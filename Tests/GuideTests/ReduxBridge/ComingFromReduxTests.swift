import ReduxBridge
import StoreTesting
import Testing

// The sample of the guide for users of Redux-style stores.

private struct ItemsFeature: EffectFeatureType {
  struct State: Equatable {
    var items: [String] = []
    var isLoading = false
  }

  enum Action: Sendable {
    case load
    case loaded([String])
    case cancel
  }

  let text: String

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .load: state.isLoading = true
    case .loaded(let items): state = State(items: items)
    case .cancel: state.isLoading = false
    }
  }

  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    switch action {
    case .load: .task(EffectOptions(id: "load")) { .loaded(try await fetchItems()) }
    case .loaded: .none
    case .cancel: .cancel(.id("load"))
    }
  }

  private func fetchItems() async throws -> [String] {
    try await search(text)
  }
}

@MainActor
@Suite struct ComingFromReduxTests {
  private func makeStore(text: String) -> Store<ItemsFeature> {
    Store(feature: ItemsFeature(text: text), initialState: ItemsFeature.State())
  }

  @Test func `subscribers get the loading state, and the loaded one`() async {
    let store = makeStore(text: "swift")
    var states: [ItemsFeature.State] = []
    store.subscribe { states.append($0) }
    await store.send(action: .load).tree
    #expect(states == [.init(isLoading: true), .init(items: ["swift"])])
  }

  @Test func `a cancel does not wait for a load`() async {
    let store = makeStore(text: "sw")
    store.send(action: .load)
    await store.send(action: .cancel).value
    #expect(!store.isTaskRunning(id: "load"))
    #expect(store.state == ItemsFeature.State())
  }
}
