import ElmEngine
import Observation
import Testing
import _StoreTestSupport

/// The parts that are checked at a change of the state: when one is checked, how often, and until when.
@MainActor
@Suite struct ListedSliceTests {
  /// A value that counts how often it is compared.
  private struct Compared: Equatable, Identifiable, Sendable {
    var id = 0
    var number = 0
    var comparisons = Counter()

    static func == (first: Compared, second: Compared) -> Bool {
      first.comparisons.add()
      return first.id == second.id && first.number == second.number
    }
  }

  private struct Page: Equatable {
    var title = 0
    var first = Compared()
    var second = Compared()
    var rows: [Compared] = []

    static func == (first: Page, second: Page) -> Bool { first.title == second.title }

    subscript(number: Int) -> Int { number }
  }

  private typealias Change = @Sendable (inout Page) -> Void

  private struct Book {
    var page = Page()

    let searches = Counter()

    var searchedFirst: Compared? {
      searches.add()
      return page.title == 0 ? page.first : nil
    }

    var untitledPage: Page? { page.title == 0 ? page : nil }
  }

  private let store = Store<Book, Change>(initialState: Book()) { book, change in
    change(&book.page)
    return .none
  }

  /// A scope of the page, with a comparison that finds a change at each action.
  private var page: ScopedStore<Page, Change> {
    store.scope(
      Child(\.page) {
        $0
      } extract: { _ in
        nil
      },
      by: { _, _ in false }
    )
  }

  private func track(_ read: () -> Void) -> Counter {
    let counter = Counter()
    withObservationTracking(read) { counter.add() }
    return counter
  }

  @Test func `a part that was not observed during an action is checked again once it is`() {
    let page = store.scope(\.page) { $0 as Change }
    let changes = [track { _ = page.first }]
    page.send {
      $0.title += 1
      $0.first.number += 1
    }
    // Nothing is observed now, so that this drops the part and the page from what is checked.
    store.send { _ in }
    let laterChanges = [track { _ = page.first }, track { _ = page.title }]
    page.send {
      $0.title += 1
      $0.first.number += 1
    }
    #expect((changes + laterChanges).map(\.value) == [1, 1, 1])
  }

  @Test func `of the parts of a scope only those that are still observed are compared`() {
    let page = page
    let first = track { _ = page.first }
    let second = track { _ = page.second }
    page.send { $0.first.number += 1 }
    for _ in 1...3 { page.send { $0.title += 1 } }
    #expect([first.value, second.value] == [1, 0])
    #expect(page.first.comparisons.value == 1)
    #expect(page.second.comparisons.value == 4)
  }

  @Test func `the parts of a value that is equal are not compared`() {
    let page = store.scope(\.page) { $0 as Change }
    let first = track { _ = page.first }
    page.send { $0.first.number += 1 }
    #expect(page.first.comparisons.value == 0)
    #expect(first.value == 0)
  }

  @Test func `a collection whose scopes are requested repeatedly is compared once`() {
    store.send { $0.rows = (1...3).map { Compared(id: $0) } }
    let page = page
    func rows() -> [ScopedStore<Compared, Change>] { page.scopes(\.rows) { _, change in change } }
    let scopes = (1...10).map { _ in rows() }
    page.send { $0.rows[1].number += 1 }
    // The changed one by its scopes, too.
    #expect(page.rows.map(\.comparisons.value) == [1, 2, 1])
    #expect(scopes.map { $0.map(\.number) } == Array(repeating: [0, 1, 0], count: 10))
  }

  @Test func `scopes of one key path share their observation, however many other parts were requested between`() {
    let page = store.scope(
      Child(\.page) {
        $0 as Change
      } extract: { _ in
        nil
      },
      by: { _, _ in false }
    )
    let earlier = page.scope(\.first) { $0 }
    for number in 1...100 { _ = page.scope(\.[number]) { $0 } }
    let later = page.scope(\.first) { $0 }
    let changes = [track { _ = earlier.state }, track { _ = later.state }]
    page.send { $0.first.number += 1 }
    #expect(changes.map(\.value) == [1, 1])
    #expect(later.state.comparisons.value == 1)
  }

  @Test func `a child that has departed is not searched for any more, though its scope is kept`() throws {
    let searches = store.state.searches
    let scope = try #require(store.scope(\.searchedFirst) { $0 as Change })
    store.send { $0.title = 1 }
    #expect(scope.hasDeparted)
    let searchCount = searches.value
    for _ in 1...3 { store.send { $0.title += 1 } }
    #expect(searches.value == searchCount)
  }

  @Test func `a scope that is kept after its child has departed does not keep the comparisons of its parts`() throws {
    final class Token: Sendable {}
    weak var released: Token?
    let page: ScopedStore<Page, Change>? = store.scope(\.untitledPage) { $0 }
    let child = try #require(page)
    var changes: Counter?
    do {
      let token = Token()
      released = token
      let part: ScopedStore<Compared, Change> = child.scope(
        Child(\.first) {
          $0
        } extract: { _ in
          nil
        },
        by: { former, new in withExtendedLifetime(token) { former == new } }
      )
      changes = track { _ = part.state }
    }
    #expect(released != nil)
    store.send { $0.title = 1 }
    #expect(child.hasDeparted)
    #expect(released == nil)
    #expect(changes?.value == 0)
  }

  @Test func `of elements with one id, the first is what a scope keeps when their collection departs`() throws {
    store.send { $0.rows = (0...1).map { Compared(id: 1, number: $0) } }
    let page: ScopedStore<Page, Change>? = store.scope(\.untitledPage) { $0 }
    let row = try #require(page?.scope(\.rows, element: 1) { _, change in change })
    store.send { $0.title = 1 }
    #expect(row.hasDeparted)
    #expect(row.number == 0)
  }

  @Test func `a child of a scope that comes back has a scope of its own`() throws {
    struct Room: Equatable {
      var lodger: Int?
    }
    let store = Store<[Room], Int?>(initialState: [Room(lodger: 1)]) { rooms, lodger in
      rooms[0].lodger = lodger
      return .none
    }
    let room = store.scope(\.[0]) { $0 }
    let former = try #require(room.scope(\.lodger) { $0 })
    store.send(nil)
    store.send(2)
    let latter = try #require(room.scope(\.lodger) { $0 })
    #expect([former.hasDeparted, latter.hasDeparted] == [true, false])
    #expect([former.state, latter.state] == [1, 2])
  }

  @Test func `a child that is a truth value is told from its presence`() throws {
    let store = Store<[Bool?], Bool?>(initialState: [false]) { state, isOn in
      state = [isOn]
      return .none
    }
    let child = try #require(store.scope(\.[0]) { $0 as Bool })
    let changes = track { _ = child.state }
    #expect(!child.state)
    child.send(true)
    #expect(child.state)
    #expect(changes.value == 1)
    store.send(nil)
    #expect(child.hasDeparted)
    #expect(child.state)
  }

  @Test func `a scope made without regard to an id stays when a child with another id takes its place`() throws {
    func plainScope<Value: Equatable>(
      _ path: KeyPath<[Compared?], Value?>,
      of store: Store<[Compared?], Int>
    )
      -> ScopedStore<Value, Int>?
    {
      store.scope(path) { $0 }
    }
    let store = Store<[Compared?], Int>(initialState: [Compared(id: 1)]) { state, id in
      state = [Compared(id: id)]
      return .none
    }
    let plain = try #require(plainScope(\.[0], of: store))
    let identified = try #require(store.scope(\.[0]) { $0 })
    store.send(2)
    #expect([plain.hasDeparted, identified.hasDeparted] == [false, true])
    #expect([plain.state.id, identified.state.id] == [2, 1])
  }
}
