import ElmEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// The ids of scopes, compared with those of the lifts.
@MainActor
@Suite struct ScopeIDTests {
  private let executor = TestExecutor()
  private let issues = IssueLog()

  private func makeStore<State, Action>(
    _ state: State,
    _ reducer: ComposedReducer<State, Action>
  ) -> Store<State, Action> {
    Store(initialState: state, options: StoreOptions(executor: executor, onIssue: issues.record), reducer: reducer)
  }

  private func makeHouse() -> Store<House, HouseAction> {
    let state = House(
      lodger: [],
      guest: House.Guest(id: 1),
      rooms: [3: []],
      queue: [House.Guest(id: 1)],
      visit: .friend([])
    )
    return makeStore(state, house)
  }

  private func haveSameNotes(_ old: [String], _ new: [String]) -> Bool { old == new }

  private func areSame(_ old: House.Guest, _ new: House.Guest) -> Bool { old == new }

  private var ids: [EffectID] {
    issues.all.compactMap { if case .otherScopeID(let id) = $0.kind { id } else { nil } }
  }

  @Test func `a scope with another id than its child's lift is reported once`() {
    let store = makeHouse()
    for _ in 1...2 {
      _ = store.scope(
        Child(\.owner, id: "ownr") {
          .owner($0)
        } extract: { _ in
          nil
        }
      )
    }
    #expect(ids == ["ownr"])
    #expect(
      issues.all.map(\.message) == [
        """
        Made a scope of '\\House.owner' with the id 'ownr', but its child is lifted with 'owner'.

        The scope shows the state of '\\House.owner', and finds, counts and cancels none of the child's effects. Its \
        actions go to the child that they are embedded for.

        Scope the 'Child' or 'ChildList' that the reducer lifts, so that the part, the id and the actions are one child's.
        """
      ]
    )
    // The id of another child is as wrong.
    _ = store.scope(
      Child(\.owner, id: "lodger") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    #expect(ids == ["ownr", "lodger"])
    #expect(issues.all.last?.message.contains("cancels the effects of the child that is lifted with 'lodger'.") == true)
  }

  @Test func `a wrong id is reported at the place where the scope is made`() {
    let store = makeHouse()
    var lines: [UInt] = []
    lines.append(#line + 1)
    _ = store.scope(
      Child(\.owner, id: "ownr") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    lines.append(#line + 1)
    _ = store.scope(
      Child(\.lodger, id: "ldger") {
        .lodger($0)
      } extract: { _ in
        nil
      },
      by: haveSameNotes
    )
    lines.append(#line + 1)
    _ = store.scopes(
      ChildList(\.queue, id: "q") {
        .queue($0, $1)
      } extract: { _ in
        nil
      }
    )
    lines.append(#line + 1)
    _ = store.scope(
      ChildList(\.queue, id: "u") {
        .queue($0, $1)
      } extract: { _ in
        nil
      },
      element: 1
    )
    #expect(issues.all.map { $0.location?.line } == lines)
    #expect(issues.all.allSatisfy { $0.location?.fileID.description.hasSuffix("/ScopeIDTests.swift") == true })
  }

  // Only the first was.
  @Test func `scopes of two children with one wrong id are both reported`() {
    let store = makeHouse()
    _ = store.scope(
      Child(\.owner, id: "guest") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scope(
      Child(\.lodger, id: "guest") {
        .lodger($0)
      } extract: { _ in
        nil
      }
    )
    #expect(ids == ["guest", "guest"])
    #expect(issues.all.last?.message.contains("'\\House.lodger'") == true)
  }

  @Test func `each kind of scope is checked`() {
    let store = makeHouse()
    _ = store.scope(
      Child(\.owner, id: 1) {
        .owner($0)
      } extract: { _ in
        nil
      },
      by: haveSameNotes
    )
    _ =
      store.scope(
        Child(\.owner, id: 2) {
          $0
        } extract: { _ in
          nil
        }
      ) as ScopedStore<[String], HouseAction>
    _ = store.scope(
      Child(\.lodger, id: 3) {
        .lodger($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scope(
      Child(\.lodger, id: 4) {
        .lodger($0)
      } extract: { _ in
        nil
      },
      by: haveSameNotes
    )
    _ =
      store.scope(
        Child(\.lodger, id: 5) {
          $0
        } extract: { _ in
          nil
        }
      ) as ScopedStore<[String], HouseAction>?
    _ = store.scope(
      Child(\.guest, id: 6) {
        .guest($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scope(
      Child(\.guest, id: 7) {
        .guest($0)
      } extract: { _ in
        nil
      },
      by: areSame
    )
    _ =
      store.scope(
        Child(\.guest, id: 8) {
          $0
        } extract: { _ in
          nil
        }
      ) as ScopedStore<House.Guest, HouseAction>?
    _ = store.scopes(
      ChildList(\.queue, id: 9) {
        .queue($0, $1)
      } extract: { _ in
        nil
      }
    )
    _ = store.scopes(
      ChildList(\.queue, id: 10) {
        .queue($0, $1)
      } extract: { _ in
        nil
      },
      by: areSame
    )
    _ = store.scope(
      ChildList(\.queue, id: 11) {
        .queue($0, $1)
      } extract: { _ in
        nil
      },
      element: 1
    )
    _ = store.scope(
      ChildList(\.queue, id: 12) {
        .queue($0, $1)
      } extract: { _ in
        nil
      },
      element: 1,
      by: areSame
    )
    #expect(ids == (1...12).map { EffectID($0) })
  }

  @Test func `a scope that names its effects in another way is not reported`() {
    let store = makeHouse()
    _ = store.scope(
      Child(\.owner, id: "owner") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scope(
      Child(\.lodger, id: "lodger") {
        .lodger($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scope(
      Child(\.guest, id: "guest") {
        .guest($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scopes(
      ChildList(\.queue, id: "queue") {
        .queue($0, $1)
      } extract: { _ in
        nil
      }
    )
    // Without an id, it is that of the lift.
    _ = store.scope(\.owner) { .owner($0) }
    // One child of a dictionary.
    _ = store.scope(
      ChildList(\.rooms, id: "rooms") {
        .room($0, $1)
      } extract: { _ in
        nil
      },
      element: 3
    )
    // Effects that a program puts into a scope by itself.
    _ = store.scope(
      Child(\.notes, id: "notes") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    #expect(issues.all.isEmpty)
  }

  @Test func `a child without an id is lifted and scoped by its key path`() throws {
    let owner = Child(\House.owner, embed: HouseAction.owner) { action in
      if case .owner(let action) = action { action } else { nil }
    }
    let rooms = ChildList(\House.rooms, embed: HouseAction.room) { action in
      if case .room(let number, let action) = action { (number, action) } else { nil }
    }
    let store = makeStore(
      House(rooms: [3: []]),
      bareHouse.lifting(journal, at: owner).lifting(journal, at: rooms)
    )
    store.send(.owner(.run(.run(id: "wait") { _ in try await untilCancelled() })))
    store.send(.room(3, .run(.run(id: "wait") { _ in try await untilCancelled() })))
    for scope in [
      store.scope(owner), store.scope(\.owner) { .owner($0) }, try #require(store.scope(rooms, element: 3)),
    ] {
      #expect(scope.isTaskRunning(id: "wait"))
      #expect(scope.runningTaskCount == 1)
    }
    #expect(store.isTaskRunning(id: EffectID("wait").scoped(to: owner.scope)))
    store.cancel(.scope(rooms.scope(of: 3)))
    #expect(store.runningTaskCount == 1)
    store.cancelAll()
    #expect(issues.all.isEmpty)
  }

  @Test func `either id of a part that is lifted twice is right`() {
    let doubled = house.lifting(
      journal,
      at: Child(\.owner, id: "twin") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    let store = makeStore(House(), doubled)
    _ = store.scope(
      Child(\.owner, id: "twin") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    _ = store.scope(
      Child(\.owner, id: "owner") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    #expect(issues.all.isEmpty)
    _ = store.scope(
      Child(\.owner, id: "other") {
        .owner($0)
      } extract: { _ in
        nil
      }
    )
    #expect(issues.all.first?.message.contains("lifted with 'owner' and 'twin'.") == true)
  }

  // MARK: Children of children

  /// A folder with a note, in folders: its reducer is among its own children.
  private struct Folder: Equatable, Identifiable {
    let id: Int
    var note: [String] = []
    var folders: [Folder] = []
    var open: [Int: Folder] = [:]
  }

  private indirect enum FolderAction: Sendable {
    case note(JournalAction)
    case folder(Int, FolderAction)
  }

  private static let folder: ComposedReducer<Folder, FolderAction> = ComposedReducer { (_: inout Folder, _) in .none }
    .lifting(
      journal,
      at: Child(\.note, id: "note") {
        .note($0)
      } extract: { action in
        if case .note(let action) = action { action } else { nil }
      }
    )
    .lifting(
      .lazy { folder },
      at: ChildList(\.folders, id: "folders") {
        .folder($0, $1)
      } extract: { action in
        if case .folder(let id, let action) = action { (id, action) } else { nil }
      }
    )
    .lifting(
      .lazy { folder },
      at: ChildList(\.open, id: "open") {
        .folder($0, $1)
      } extract: { _ in
        nil
      }
    )

  private func makeFolders() -> Store<Folder, FolderAction> {
    let inner = Folder(id: 2, folders: [Folder(id: 3)])
    return makeStore(Folder(id: 1, folders: [inner], open: [5: inner]), Self.folder)
  }

  @Test func `scopes of a child's scope are compared with the child's lifts`() throws {
    let store = makeFolders()
    let outer = try #require(store.scopes(\.folders) { .folder($0, $1) }.first)
    let inner = try #require(outer.scopes(\.folders) { .folder($0, $1) }.first)
    _ = inner.scope(
      Child(\.note, id: "note") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    #expect(issues.all.isEmpty)
    _ = inner.scope(
      Child(\.note, id: "nte") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    _ = outer.scope(
      ChildList(\.folders, id: "folder") {
        .folder($0, $1)
      } extract: { _ in
        nil
      },
      element: 3
    )
    #expect(ids == ["nte", "folder"])
  }

  @Test func `the scope of a child in a dictionary is compared with the child's lifts`() throws {
    let store = makeFolders()
    let opened = ChildList(\Folder.open, id: "open", embed: FolderAction.folder) { _ in nil }
    let open = try #require(store.scope(opened, element: 5))
    _ = open.scope(
      Child(\.note, id: "note") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    #expect(issues.all.isEmpty)
    _ = open.scope(
      Child(\.note, id: "a") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    #expect(ids == ["a"])
  }

  @Test func `scopes of a scope without an id, or with an id of no lift, are not checked`() {
    let store = makeFolders()
    let plain = store.scope(\.folders[0]) { .folder(2, $0) }
    _ = plain.scope(
      Child(\.note, id: "inner") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    let other = store.scope(
      Child(\.folders[0], id: "other") {
        .folder(2, $0)
      } extract: { _ in
        nil
      }
    )
    _ = other.scope(
      Child(\.note, id: "nte") {
        .note($0)
      } extract: { _ in
        nil
      }
    )
    #expect(issues.all.isEmpty)
  }
}
