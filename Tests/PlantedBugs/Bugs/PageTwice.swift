import EffectViewEngine
import ElmEngine
import StoreSimulation

/// A list is loaded anew while its next page is under way: the page is asked for once more, and both answers appended.
extension PlantedBug {
  static let pageTwice = PlantedBug(
    name: "page that a refresh appends twice",
    plays: [
      ("elm", { bench, isMended in await PageTwice.play(PageTwice.elm(bench, isMended), bench) }),
      ("effectview", { bench, isMended in await PageTwice.play(PageTwice.effectView(bench, isMended), bench) }),
    ]
  )
}

@MainActor
private enum PageTwice {
  struct State {
    var items: [Int] = []
    var nextPage = 0
    var isLoading = false

    /// Returns the page to load, if the action asks for one.
    mutating func handle(_ action: Action) -> Int? {
      switch action {
      case .refreshed:
        isLoading = true
        return 0
      case .scrolledToEnd:
        guard !isLoading else { return nil }
        isLoading = true
        return nextPage
      case .loaded(let page, let loaded):
        items = page == 0 ? loaded : items + loaded
        nextPage = page + 1
        isLoading = false
        return nil
      }
    }
  }

  enum Action: Sendable {
    case refreshed
    case scrolledToEnd
    case loaded(page: Int, [Int])
  }

  nonisolated static func items(of page: Int) -> [Int] { [page * 2, page * 2 + 1] }

  static func elm(_ bench: TestBench, _ isMended: Bool) -> ElmEngine.Store<State, Action> {
    ElmEngine.Store(initialState: State(), options: bench.options) { (state: inout State, action: Action) in
      guard let page = state.handle(action) else { return .none }
      let load = ElmEngine.Effect<Action>.task { .loaded(page: page, items(of: page)) }
      return isMended ? load.cancellable(id: "list") : load
    }
  }

  static func effectView(_ bench: TestBench, _ isMended: Bool) -> EffectHost<State, Action, Void> {
    let host = EffectHost<State, Action, Void>(state: State(), options: bench.options) { state, event in
      guard let page = state.handle(event) else { return nil }
      let load = EffectViewEngine.Effect<Action, Void>.task { input, _ in input(.loaded(page: page, items(of: page))) }
      return isMended ? load.cancellable(name: "list") : load
    }
    host.appear()
    return host
  }

  static func play<Engine: StoreEngine<State, Action>>(_ store: Engine, _ bench: TestBench) async {
    bench.always(store, "each item once") { Set($0.items).count == $0.items.count }
    await bench.step("opens the list") { store.send(.refreshed) }
    await bench.step("scrolls to the end", at: .seconds(5)) { store.send(.scrolledToEnd) }
    await bench.step("pulls to refresh", at: .milliseconds(5_500)) { store.send(.refreshed) }
    await bench.step("scrolls to the end", at: .milliseconds(6_500)) { store.send(.scrolledToEnd) }
  }
}
