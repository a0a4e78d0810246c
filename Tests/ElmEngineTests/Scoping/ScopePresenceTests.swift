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
    case caseOfEnum
    case comparedCase
    case identified
    case identifiedWithItsActions
    case comparedIdentified
    case identifiedCase
    case comparedIdentifiedCase
  }

  private let store = Store(initialState: House(), reducer: house)

  private func isPresent(_ way: Way) -> Bool {
    switch way {
    case .path: store.scope(\.lodger) { (action: JournalAction) in .lodger(action) } != nil
    case .pathWithItsActions: store.scope(\.lodger) { $0 } != nil
    case .comparedPath:
      store.scope(
        Child(\.lodger) { (action: JournalAction) in
          .lodger(action)
        } extract: { _ in
          nil
        },
        by: { $0 == $1 }
      )
        != nil
    case .caseOfEnum: store.scope(\.friend) { (action: JournalAction) in .visit(action) } != nil
    case .comparedCase:
      store.scope(
        Child(\.friend) { (action: JournalAction) in
          .visit(action)
        } extract: { _ in
          nil
        },
        by: { $0 == $1 }
      )
        != nil
    case .identified: store.scope(\.guest) { (action: JournalAction) in .guest(action) } != nil
    case .identifiedWithItsActions: store.scope(\.guest) { $0 } != nil
    case .comparedIdentified:
      store.scope(
        Child(\.guest) { (action: JournalAction) in
          .guest(action)
        } extract: { _ in
          nil
        },
        by: { $0 == $1 }
      )
        != nil
    case .identifiedCase: store.scope(\.relative) { (action: JournalAction) in .relative(action) } != nil
    case .comparedIdentifiedCase:
      store.scope(
        Child(\.relative) { (action: JournalAction) in
          .relative(action)
        } extract: { _ in
          nil
        },
        by: { $0 == $1 }
      ) != nil
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
    let guest = store.scope(\.guest) { $0 }
    #expect(guest?.runtime.scope == EffectScope("guest").appending(EffectID(1)))
  }
}
