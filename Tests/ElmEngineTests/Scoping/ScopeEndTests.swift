import ElmEngine
import Testing

/// The scope of a store that is deallocated while a weak reference to the scope is kept.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ScopeEndTests {
  private final class Listener {}

  private func inhabitedHouse(_ dwelling: Dwelling) throws -> (Store<House, HouseAction>, Dwelling.Scope) {
    let store = makeHouse { _ in }
    store.send(.change(dwelling.resident.arrive))
    return (store, try #require(dwelling.scope(store)))
  }

  @Test(arguments: Dwelling.all)
  func `a subscription to a scope releases its closure with the store`(dwelling: Dwelling) throws {
    weak var released: Listener?
    let way: @MainActor @Sendable () -> Dwelling.Scope?
    do {
      let (_, scope) = try inhabitedHouse(dwelling)
      let listener = Listener()
      released = listener
      way = Dwelling.Scope.weakReference(to: scope)
      scope.subscribe { _ in withExtendedLifetime(listener) {} }
    }
    #expect(way() == nil)
    #expect(released == nil)
  }

  // The way keeps what the subscription is to, and a subscriber may keep the way.
  @Test(arguments: Dwelling.all)
  func `a sequence of a scope ends with the store`(dwelling: Dwelling) async throws {
    var states: AsyncStream<Dwelling.Scope.State>.Iterator
    let way: @MainActor @Sendable () -> Dwelling.Scope?
    do {
      let (_, scope) = try inhabitedHouse(dwelling)
      way = Dwelling.Scope.weakReference(to: scope)
      states = scope.states.makeAsyncIterator()
    }
    #expect(await states.next() == [])
    #expect(await states.next() == nil)
    #expect(way() == nil)
  }
}
