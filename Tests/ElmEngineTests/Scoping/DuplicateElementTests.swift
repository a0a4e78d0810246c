import ElmEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Several elements of a collection with the same id: only one of them counts, and the duplicates are reported.
@MainActor
@Suite struct DuplicateElementTests {
  private let executor = TestExecutor()
  private let issues = IssueLog()

  /// A house in whose queue an id occurs twice.
  private func makeStore(_ ids: Int...) -> Store<House, HouseAction> { makeStore(ids) }

  private func makeStore(_ ids: [Int]) -> Store<House, HouseAction> {
    let state = House(queue: ids.map { House.Guest(id: $0) })
    return Store(
      initialState: state,
      options: StoreOptions(executor: executor, onIssue: issues.record),
      reducer: house
    )
  }

  private var ids: [String] {
    issues.all.compactMap { if case .duplicateElement(let id) = $0.kind { id } else { nil } }
  }

  @Test func `scopes of duplicate elements are reported once, in a debug build`() {
    let store = makeStore(1, 2, 1)
    let line: UInt = #line + 1
    for _ in 1...2 { #expect(store.scopes(\.queue) { .queue($0, $1) }.map(\.id) == [1, 2, 1]) }
    #expect(ids == (isDebugBuild ? ["1"] : []))
    #expect(issues.all.map { $0.location?.line } == (isDebugBuild ? [line] : []))
    store.send(.change { $0.queue = [House.Guest(id: 1)] })
    _ = store.scopes(\.queue) { .queue($0, $1) }
    store.send(.change { $0.queue = [House.Guest(id: 1), House.Guest(id: 1)] })
    _ = store.scopes(\.queue) { .queue($0, $1) }
    #expect(ids == (isDebugBuild ? ["1", "1"] : []))
  }

  // The one scope was found at the place of the last of them.
  @Test func `a scope shows the first of its duplicate elements, and sends its actions to it`() throws {
    let store = makeStore(2, 1, 3, 1)
    for _ in 1...2 {
      let scopes = store.scopes(\.queue) { .queue($0, $1) }
      scopes[3].send(.note("a"))
      #expect(scopes.map(\.notes) == store.queue.map { $0.id == 1 ? store.queue[1].notes : [] })
      #expect(try #require(store.scope(\.queue, element: 1) { .queue($0, $1) }).notes == store.queue[1].notes)
    }
    #expect(store.queue.map(\.notes) == [[], ["a", "a"], [], []])
    store.send(.change { $0.queue.removeFirst(2) })
    #expect(store.scopes(\.queue) { .queue($0, $1) }.map(\.notes) == [[], []])
  }

  // Those before the first place with another id were not checked.
  @Test(arguments: [[1, 2, 1], [1, 1, 2], [2, 1, 1], [1, 2, 3, 1]], [true, false])
  func `a scope departs with the last of its duplicate elements`(ids: [Int], isFirst: Bool) throws {
    let store = makeStore(ids)
    let scope = try #require(store.scope(\.queue, element: 1) { .queue($0, $1) })
    store.send(
      .change { house in
        let places = house.queue.indices.filter { house.queue[$0].id == 1 }
        house.queue.remove(at: isFirst ? places[0] : places[1])
      }
    )
    #expect(!scope.hasDeparted)
    scope.send(.note("a"))
    #expect(scope.notes == ["a"])
    store.send(.change { $0.queue.removeAll { $0.id == 1 } })
    #expect(scope.hasDeparted)
  }

  @Test func `a scope is notified of a change of its first element, though a later duplicate is as it was`() {
    let store = makeStore(1)
    let scope = store.scopes(\.queue) { .queue($0, $1) }[0]
    let changes = Counter()
    withObservationTracking {
      _ = scope.notes
    } onChange: {
      changes.add()
    }
    store.send(.change { $0.queue = [House.Guest(id: 2), House.Guest(id: 1, notes: ["a"]), House.Guest(id: 1)] })
    #expect(scope.notes == ["a"])
    #expect(changes.value == 1)
  }

  @Test func `of duplicate elements that appear together, a child is made for the first alone`() {
    let store = makeStore()
    var made = 0
    let children = store.children(\.queue) { _ in
      made += 1
      return Journal(options: StoreOptions(executor: self.executor))
    }
    store.send(.change { $0.queue = [House.Guest(id: 1), House.Guest(id: 1)] })
    #expect(made == 1)
    #expect(children.ids == [1, 1])
  }

  @Test func `children of duplicate elements are reported in every build, when they appear`() {
    let store = makeStore(1, 2)
    let children = store.children(\.queue) { _ in Journal(options: StoreOptions(executor: self.executor)) }
    store.send(.change { $0.queue.append(House.Guest(id: 3)) })
    #expect(ids.isEmpty)
    store.send(.change { $0.queue.append(House.Guest(id: 2)) })
    #expect(children.ids == [1, 2, 3, 2] && children.stores[1] === children.stores[3])
    #expect(ids == ["2"])
    #expect(
      issues.all.map(\.message) == [
        """
        Several elements of a collection of 'Guest' have the id '2'.

        They have one child, made for the first of them.

        Give each element a different id.
        """
      ]
    )
    children.cancel()
    store.send(.change { $0.queue.append(House.Guest(id: 4)) })
    #expect(ids == ["2"])
  }
}
