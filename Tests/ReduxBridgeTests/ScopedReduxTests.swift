import CombineShim
import ElmEngine
import Observation
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// Parts of a Redux-style state, and scopes of every engine as publishers.
@MainActor
@Suite struct ScopedReduxTests {
  private struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
  }

  private struct Screen: FeatureType {
    struct State: Sendable {
      var title = "a"
      var editor: String? = "e"
      var rows = [Row(id: 1), Row(id: 2)]
    }

    enum Action: Sendable {
      case titled(String)
      case edited(String?)
      case row(Int, String)
      case nothing
    }

    func reduce(into state: inout State, action: Action) async {
      switch action {
      case .titled(let title): state.title = title
      case .edited(let text): state.editor = text
      case .row(let id, let text):
        for index in state.rows.indices where state.rows[index].id == id { state.rows[index].text = text }
      case .nothing: break
      }
    }
  }

  private let store = ReduxBridge.Store(feature: Screen(), initialState: Screen.State())

  private func track(_ read: () -> Void) -> Counter {
    let counter = Counter()
    withObservationTracking(read) { counter.add() }
    return counter
  }

  @Test func `a subscriber of the whole finds its parts changed`() {
    let editor = store.scope(\.editor) { (text: String) in .edited(text) }
    var hasDeparted: [Bool?] = []
    store.subscribe { _ in hasDeparted.append(editor?.hasDeparted) }
    store.send(.edited("f"))
    store.send(.edited(nil))
    #expect(hasDeparted == [false, true])
  }

  @Test func `a part of the state is observed separately`() {
    let rows = store.scopes(\.rows) { .row($0, $1) }
    let title = track { _ = store.title }
    let row = track { _ = rows[1].state }
    store.send(.nothing)
    store.send(.row(1, "x"))
    #expect([title.value, row.value] == [0, 0])
    rows[1].send("y")
    store.send(.titled("b"))
    #expect([title.value, row.value] == [1, 1])
    #expect(rows.map(\.text) == ["x", "y"])
  }

  private final class Words: Sendable {
    let count = 1
  }

  private struct Objects: FeatureType {
    func reduce(into state: inout Words, action: Int) async {}
  }

  @Test func `a part of a state that is an object is refused`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = ReduxBridge.Store(feature: Objects(), initialState: Words()).count
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Asked for a part of a state that is an object, Words"))
  }

  // MARK: Publishers

  @Test func `a publisher of a scope has only its child's changes`() {
    var texts: [String] = []
    var lengths: [Int] = []
    // Nothing keeps the scopes.
    let all = store.scopes(\.rows) { .row($0, $1) }[0].publisher.sink { texts.append($0.text) }
    let some = store.scope(\.title) { $0 }.publisher(for: \.count).sink { lengths.append($0) }
    store.send(.nothing)
    store.send(.row(2, "x"))
    store.send(.titled("b"))
    store.send(.row(1, "y"))
    store.send(.titled("bc"))
    #expect(texts == ["", "y"])
    #expect(lengths == [1, 2])
    withExtendedLifetime((all, some)) {}
  }

  @Test func `a publisher of a scope ends when its child departs`() async {
    var texts: [String] = []
    let ended = Counter()
    let sink = store.scope(\.editor) { (text: String) in .edited(text) }?.publisher.sink { _ in
      ended.add()
    } receiveValue: {
      texts.append($0)
    }
    store.send(.edited("f"))
    store.send(.edited(nil))
    await ended.wait(for: 1)
    store.send(.edited("g"))
    #expect(texts == ["e", "f"])
    withExtendedLifetime(sink) {}
  }

  @Test func `a publisher of a scope keeps no store, and ends with it`() async {
    let ended = Counter()
    var store: ElmEngine.Store<[Int], Int>? = ElmEngine.Store(initialState: [1]) { state, action in
      (state + [action], .none)
    }
    weak let weakStore = store
    let publisher = store?.scope(\.first) { $0 }?.publisher
    let sink = publisher?.sink { _ in
      ended.add()
    } receiveValue: { _ in
    }
    store = nil
    #expect(weakStore == nil)
    await ended.wait(for: 1)
    withExtendedLifetime(sink) {}
  }

  @Test func `a publisher of a scope that had no subscriber for a while still publishes its child's states`() async {
    struct Board {
      var rows = (0..<10).map { Row(id: $0) }
      var numbers: [Int: Int] = [:]
    }
    let store = ElmEngine.Store<Board, (id: Int, text: String?)>(initialState: Board()) { board, action in
      board.numbers[action.id, default: 0] += 1
      if let text = action.text { board.rows[action.id].text = text } else { board.rows.remove(at: action.id) }
      return .none
    }
    let publisher = store.scopes(\.rows) { (id: Int, text: String?) in (id, text) }[3].publisher
    publisher.sink { _ in }.cancel()
    // Unused parts are dropped, here with more key paths than are kept.
    for number in 0..<100 {
      _ = store.numbers[number]
      store.send((1, "\(number)"))
    }
    var texts: [String] = []
    let ended = Counter()
    let sink = publisher.sink { _ in
      ended.add()
    } receiveValue: {
      texts.append($0.text)
    }
    store.send((3, "a"))
    store.send((2, "b"))
    store.send((3, nil))
    await ended.wait(for: 1)
    #expect(texts == ["", "a"])
    withExtendedLifetime(sink) {}
  }

  @Test func `a scope is an observable object, whose objectWillChange comes after a change`() {
    let editor = store.scope(\.editor) { (text: String) in .edited(text) }
    let object = editor.map { ObservableStore($0) }
    var heard: [String?] = []
    let sink = object?.objectWillChange.sink { heard.append(object?.state) }
    store.send(.titled("b"))
    #expect(heard.isEmpty)
    object?.send("f")
    store.send(.edited("g"))
    #expect(heard == ["f", "g"])
    #expect(object?.state == "g")
    withExtendedLifetime(sink) {}
  }

  @Test func `the actions of a scope are published with its child's states`() {
    let scope = store.scope(
      Child(\.title) {
        .titled($0)
      } extract: {
        if case .titled(let title) = $0 { title } else { nil }
      }
    )
    var heard: [String] = []
    let sink = scope.actionPublisher.sink { heard.append("\($0.action): \($0.state)") }
    store.send(.titled("b"))
    store.send(.nothing)
    scope.send("c")
    #expect(heard == ["b: b", "c: c"])
    withExtendedLifetime(sink) {}
  }
}
