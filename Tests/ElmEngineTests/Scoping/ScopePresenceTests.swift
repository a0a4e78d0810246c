import ElmEngine
import Observation
import Testing
import _StoreTestSupport

/// The scopes of a child that may be absent, in each way to make one.
@MainActor
@Suite struct ScopePresenceTests {
  enum Way: CaseIterable {
    case path
    case pathWithItsActions
    case comparedPath
    case found
    case comparedFound
    case identified
    case identifiedWithItsActions
    case comparedIdentified
    case foundIdentified
    case comparedFoundIdentified
  }

  private let store = Store(initialState: House(), reducer: house)

  private func isPresent(_ way: Way) -> Bool {
    func friend(_ house: House) -> [String]? {
      if case .friend(let notes) = house.visit { notes } else { nil }
    }
    func relative(_ house: House) -> House.Guest? {
      if case .relative(let guest) = house.call { guest } else { nil }
    }
    return switch way {
    case .path: store.scope(\.lodger) { (action: JournalAction) in .lodger(action) } != nil
    case .pathWithItsActions: store.scope(\.lodger) != nil
    case .comparedPath:
      store.scope(\.lodger, by: { $0 == $1 }, action: { (action: JournalAction) in .lodger(action) }) != nil
    case .found: store.scope(finding: friend) { (action: JournalAction) in .visit(action) } != nil
    case .comparedFound:
      store.scope(finding: friend, by: { $0 == $1 }, action: { (action: JournalAction) in .visit(action) }) != nil
    case .identified: store.scope(\.guest) { (action: JournalAction) in .guest(action) } != nil
    case .identifiedWithItsActions: store.scope(\.guest) != nil
    case .comparedIdentified:
      store.scope(\.guest, by: { $0 == $1 }, action: { (action: JournalAction) in .guest(action) }) != nil
    case .foundIdentified: store.scope(finding: relative) { (action: JournalAction) in .relative(action) } != nil
    case .comparedFoundIdentified:
      store.scope(finding: relative, by: { $0 == $1 }, action: { (action: JournalAction) in .relative(action) }) != nil
    }
  }

  @Test(arguments: Way.allCases)
  func `the appearance of a child is observed where none was found`(way: Way) {
    let changes = Counter()
    withObservationTracking {
      #expect(!isPresent(way))
    } onChange: {
      changes.add()
    }
    store.send(.note("a"))
    #expect(changes.value == 0)
    store.send(
      .change {
        $0.lodger = []
        $0.guest = House.Guest(id: 1)
        $0.visit = .friend([])
        $0.call = .relative(House.Guest(id: 1))
      }
    )
    #expect(changes.value == 1)
    #expect(isPresent(way))
  }

  @Test func `the effects of a child with an identity are in its scope, though its actions are its parent's`() {
    store.send(.change { $0.guest = House.Guest(id: 1) })
    let guest = store.scope(\.guest, id: "guest")
    #expect(guest?.runtime.scope == EffectScope("guest").appending(EffectID(1)))
  }
}
