import ElmEngine
import StoreTesting
import Testing

/// The samples of the guide "Testing features", and other tests of a pure reducer's store.
@MainActor
@Suite struct ElmFeatureTests {
  struct Search: Equatable {
    var text = ""
    var results: [String] = []
  }

  enum SearchAction: Equatable {
    case typed(String)
    case found([String])
    case cleared
  }

  let executor = TestExecutor()
  let clock: TestClock
  let store: TestStore<Store<Search, SearchAction>, Search>

  init() {
    let clock = TestClock(executor: executor)
    let store = Store<Search, SearchAction>(
      initialState: Search(),
      options: StoreOptions(executor: executor)
    ) { search, action in
      switch action {
      case .typed(let text):
        search.text = text
        return .cancellable(
          {
            try await clock.sleep(for: .milliseconds(300))
            return .found(["\(text)ift"])
          },
          "search"
        )
      case .found(let results):
        search.results = results
        return .none
      case .cleared:
        search = Search()
        return .cancel("search")
      }
    }
    self.clock = clock
    self.store = TestStore(store)
  }

  @Test func `a search finds what was typed`() async {
    await store.send(.typed("sw")) { $0.text = "sw" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["swift"])) { $0.results = ["swift"] }
    await store.finish()
  }

  @Test func `newer text replaces a search`() async {
    await store.send(.typed("s")) { $0.text = "s" }
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("sw")) { $0.text = "sw" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["swift"])) { $0.results = ["swift"] }
    await store.finish()
  }

  @Test func `a cleared search finds nothing`() async {
    await store.send(.typed("sw")) { $0.text = "sw" }
    await store.send(.cleared) { $0.text = "" }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `the results can be tested alone`() async {
    let results = TestStore(store.store, observing: \.results, exhaustivity: .off)
    await results.send(.typed("sw"))
    await clock.advance(by: .seconds(1))
    await results.receive(.found(["swift"])) { $0 = ["swift"] }
    await results.finish()
    await store.skipReceived()
  }

  @Test func `a search that is still running is a leak`() async {
    await store.send(.typed("sw")) { $0.text = "sw" }
    store.waitLimit = .zero
    let texts = await texts { await store.finish() }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\n  1. effect 'search'\n\n") == true)
    await store.finish(ignoring: .runningEffects)
  }

  // The action was reported as waiting for the effects of another one.
  @Test func `a scope that cannot report its actions gets that one report, and nothing else`() async {
    let executor = TestExecutor()
    let words = ElmEngine.Store<[String], String>(initialState: [], options: StoreOptions(executor: executor)) {
      (words: inout [String], word: String) -> ElmEngine.Effect<String> in
      words.append(word)
      return .none
    }
    let texts = await texts {
      let store = TestStore(words.scope(\.self) { $0 }, waitLimit: .zero)
      await store.send("a") { $0 = ["a"] }
      await store.finish()
    }
    #expect(words.state == ["a"])
    #expect(texts.count == 1)
    #expect(texts.first?.contains("Pass 'extract:' too when you make the scope.") == true)
  }
}
