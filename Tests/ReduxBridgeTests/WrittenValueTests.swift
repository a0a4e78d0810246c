import ElmEngine
import ReduxBridge
import StoreScoping
import Testing
import _StoreTestSupport

/// What a field shows that writes to a store whose reduce has not answered yet, as below the 26 releases of the systems.
@MainActor
@Suite struct WrittenValueTests {
  struct Form: Equatable {
    var text = ""
    var note = ""
    var rows = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  enum FormAction: Sendable {
    case typed(String)
    case row(Int, String)
  }

  struct FormType: FeatureType {
    let reduces: AsyncStream<Void>

    func reduce(into state: inout Form, action: FormAction) async {
      for await _ in reduces { break }
      switch action {
      case .typed(let text): state.text = String(text.uppercased().prefix(3))
      case .row(let id, let text): state.rows[id - 1].text = text
      }
    }
  }

  private let store: ReduxStore<FormType>
  private let reduce: AsyncStream<Void>.Continuation

  init() {
    let (reduces, reduce) = AsyncStream.makeStream(of: Void.self)
    self.reduce = reduce
    store = ReduxStore(feature: FormType(reduces: reduces), initialState: Form())
  }

  private func type(_ text: String) { store.write(text, to: \.text, .typed(text), at: .unknown) }

  @Test func `it is shown until the reduce has answered`() async {
    var answers = store.actions.makeAsyncIterator()
    #expect(store.boundValue(\.text) == "")
    type("a")
    #expect(store.state.text == "" && store.boundValue(\.text) == "a")
    type("ab")
    #expect(store.boundValue(\.text) == "ab" && store.boundValue(\.note) == "")
    reduce.yield()
    _ = await answers.next()
    #expect(store.state.text == "A" && store.boundValue(\.text) == "ab", "the answer to the first")
    reduce.yield()
    _ = await answers.next()
    #expect(store.boundValue(\.text) == "AB")
    type("abcd")
    #expect(store.boundValue(\.text) == "abcd")
    reduce.yield()
    _ = await answers.next()
    #expect(store.boundValue(\.text) == "ABC", "what the reduce has stored")
  }

  @Test func `it is not shown any more if its action was cancelled`() async {
    type("a")
    let queued = store.send(.typed("b"))
    store.write("c", to: \.text, .typed("c"), at: .unknown)
    queued.cancel()
    reduce.yield()
    reduce.yield()
    await store.settle()
    #expect(store.boundValue(\.text) == "C")
  }

  @Test func `fields of different scopes do not share it`() async {
    let rows = store.scopes(\.rows) { (id: Int, text: String) in .row(id, text) }
    rows[0].write("a", to: \.text, "a", at: .unknown)
    #expect(rows.map { $0.boundValue(\.text) } == ["a", ""])
    let others = store.scopes(\.rows) { (id: Int, text: String) in .row(id, text) }
    #expect(others.map { $0.boundValue(\.text) } == ["a", ""])
    reduce.yield()
    await store.settle()
    #expect(rows.map { $0.boundValue(\.text) } == ["a", ""] && store.state.rows[0].text == "a")
  }

  @Test func `a store whose handler does not suspend shows its state`() {
    let store = ElmStore(initialState: Form()) { (form: inout Form, action: FormAction) in
      if case .typed(let text) = action { form.text = text.uppercased() }
      return .none
    }
    store.write("a", to: \.text, .typed("a"), at: .unknown)
    #expect(store.boundValue(\.text) == "A")
  }
}
