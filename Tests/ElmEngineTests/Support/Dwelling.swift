import ElmEngine
import Testing

/// A child of each kind that can depart, and how to get a store of it.
struct Dwelling: CustomTestStringConvertible, Sendable {
  typealias Scope = ScopedStore<[String], JournalAction>

  let resident: Resident
  let scope: @MainActor @Sendable (Store<House, HouseAction>) -> Scope?

  var testDescription: String { resident.testDescription }

  static let all = zip(Resident.all, scopes).map { Dwelling(resident: $0, scope: $1) }

  private static let scopes: [@MainActor @Sendable (Store<House, HouseAction>) -> Scope?] = [
    { $0.scope(\.lodger) { .lodger($0) } },
    { store in store.scope(\.guest) { .guest($0) }?.scope(\.notes) { $0 } },
    { store in
      let rooms = ChildList(\House.rooms, id: "rooms", embed: HouseAction.room) { _ in nil }
      return store.scope(rooms, element: 7)
    },
    { store in store.scope(\.queue, element: 7) { .queue($0, $1) }?.scope(\.notes) { $0 } },
    { $0.scope(\.friend) { .visit($0) } },
    { store in store.scope(\.relative) { .relative($0) }?.scope(\.notes) { $0 } },
  ]
}

/// A house with an issue log, whose effects run under a test executor.
@MainActor
func makeHouse(
  _ state: House = House(),
  clock: (any Clock<Duration>)? = nil,
  onIssue: (@Sendable (RuntimeIssue) -> Void)? = nil
) -> Store<House, HouseAction> {
  let options = StoreOptions(clock: clock, onIssue: onIssue)
  return Store(initialState: state, options: options, reducer: house)
}
