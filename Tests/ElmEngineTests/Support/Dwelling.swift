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
    { $0.scope(\.lodger, id: "lodger") { .lodger($0) } },
    { store in store.scope(\.guest, id: "guest") { .guest($0) }?.scope(\.notes) },
    { $0.scope(\.rooms[7], id: EffectScope("rooms").appending(7)) { .room(7, $0) } },
    { store in store.scope(\.queue, element: 7, id: "queue") { .queue($0, $1) }?.scope(\.notes) },
    { store in
      store.scope(id: "visit") {
        if case .friend(let notes) = $0.visit { notes } else { nil }
      } action: {
        .visit($0)
      }
    },
    { store in
      let relative = store.scope(id: "relative") { house -> House.Guest? in
        if case .relative(let relative) = house.call { relative } else { nil }
      } action: {
        .relative($0)
      }
      return relative?.scope(\.notes)
    },
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
