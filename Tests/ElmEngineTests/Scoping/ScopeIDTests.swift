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
    for _ in 1...2 { _ = store.scope(\.owner, id: "ownr") { .owner($0) } }
    #expect(ids == ["ownr"])
    #expect(
      issues.all.map(\.message) == [
        """
        Made a scope of '\\House.owner' with the id 'ownr', but its child is lifted with 'owner'.

        The scope finds, counts and cancels none of the child's effects.

        Give the scope the id of the lift.
        """
      ]
    )
    // The id of another child is as wrong.
    _ = store.scope(\.owner, id: "lodger") { .owner($0) }
    #expect(ids == ["ownr", "lodger"])
  }

  @Test func `a wrong id is reported at the place where the scope is made`() {
    let store = makeHouse()
    var lines: [UInt] = []
    lines.append(#line + 1)
    _ = store.scope(\.owner, id: "ownr") { .owner($0) }
    lines.append(#line + 1)
    _ = store.scope(\.lodger, id: "ldger", by: haveSameNotes) { .lodger($0) }
    lines.append(#line + 1)
    _ = store.scopes(\.queue, id: "q") { .queue($0, $1) }
    lines.append(#line + 1)
    _ = store.scope(\.queue, element: 1, id: "u") { .queue($0, $1) }
    #expect(issues.all.map { $0.location?.line } == lines)
    #expect(issues.all.allSatisfy { $0.location?.fileID.description.hasSuffix("/ScopeIDTests.swift") == true })
  }

  // Only the first was.
  @Test func `scopes of two children with one wrong id are both reported`() {
    let store = makeHouse()
    _ = store.scope(\.owner, id: "guest") { .owner($0) }
    _ = store.scope(\.lodger, id: "guest") { .lodger($0) }
    #expect(ids == ["guest", "guest"])
    #expect(issues.all.last?.message.contains("'\\House.lodger'") == true)
  }

  @Test func `each kind of scope is checked`() {
    let store = makeHouse()
    _ = store.scope(\.owner, id: 1, by: haveSameNotes) { .owner($0) }
    _ = store.scope(\.owner, id: 2) as ScopedStore<[String], HouseAction>
    _ = store.scope(\.lodger, id: 3) { .lodger($0) }
    _ = store.scope(\.lodger, id: 4, by: haveSameNotes) { .lodger($0) }
    _ = store.scope(\.lodger, id: 5) as ScopedStore<[String], HouseAction>?
    _ = store.scope(\.guest, id: 6) { .guest($0) }
    _ = store.scope(\.guest, id: 7, by: areSame) { .guest($0) }
    _ = store.scope(\.guest, id: 8) as ScopedStore<House.Guest, HouseAction>?
    _ = store.scopes(\.queue, id: 9) { .queue($0, $1) }
    _ = store.scopes(\.queue, id: 10, by: areSame) { .queue($0, $1) }
    _ = store.scope(\.queue, element: 1, id: 11) { .queue($0, $1) }
    _ = store.scope(\.queue, element: 1, id: 12, by: areSame) { .queue($0, $1) }
    #expect(ids == (1...12).map { EffectID($0) })
  }

  @Test func `a scope that names its effects in another way is not reported`() {
    let store = makeHouse()
    _ = store.scope(\.owner, id: "owner") { .owner($0) }
    _ = store.scope(\.lodger, id: "lodger") { .lodger($0) }
    _ = store.scope(\.guest, id: "guest") { .guest($0) }
    _ = store.scopes(\.queue, id: "queue") { .queue($0, $1) }
    // Without an id, effects are the store's.
    _ = store.scope(\.owner) { .owner($0) }
    // One child of a dictionary: the path is not the lift's.
    _ = store.scope(\.rooms[3], id: EffectScope("rooms").appending(3)) { .room(3, $0) }
    // Effects that a program puts into a scope by itself.
    _ = store.scope(\.notes, id: "notes")
    // The lift and the scope find their child by closures.
    _ = store.scope(id: "vsit") { (house: House) in
      if case .friend(let notes) = house.visit { notes } else { nil }
    } action: {
      .visit($0)
    }
    #expect(issues.all.isEmpty)
  }

  @Test func `either id of a part that is lifted twice is right`() {
    let doubled = house.lifting(journal, id: "twin", state: \.owner) { _ in
      nil
    } embed: {
      .owner($0)
    }
    let store = makeStore(House(), doubled)
    _ = store.scope(\.owner, id: "twin") { .owner($0) }
    _ = store.scope(\.owner, id: "owner") { .owner($0) }
    #expect(issues.all.isEmpty)
    _ = store.scope(\.owner, id: "other") { .owner($0) }
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
    .lifting(journal, id: "note", state: \.note) { action in
      if case .note(let action) = action { action } else { nil }
    } embed: {
      .note($0)
    }
    .lifting(each: .lazy { folder }, id: "folders", state: \.folders) { action in
      if case .folder(let id, let action) = action { (id, action) } else { nil }
    } embed: {
      .folder($0, $1)
    }
    .lifting(each: .lazy { folder }, id: "open", state: \.open) { _ in
      nil
    } embed: {
      .folder($0, $1)
    }

  private func makeFolders() -> Store<Folder, FolderAction> {
    let inner = Folder(id: 2, folders: [Folder(id: 3)])
    return makeStore(Folder(id: 1, folders: [inner], open: [5: inner]), Self.folder)
  }

  @Test func `scopes of a child's scope are compared with the child's lifts`() throws {
    let store = makeFolders()
    let outer = try #require(store.scopes(\.folders, id: "folders") { .folder($0, $1) }.first)
    let inner = try #require(outer.scopes(\.folders, id: "folders") { .folder($0, $1) }.first)
    _ = inner.scope(\.note, id: "note") { .note($0) }
    #expect(issues.all.isEmpty)
    _ = inner.scope(\.note, id: "nte") { .note($0) }
    _ = outer.scope(\.folders, element: 3, id: "folder") { .folder($0, $1) }
    #expect(ids == ["nte", "folder"])
  }

  @Test func `a scope whose id has several parts is followed through the lifts`() throws {
    let store = makeFolders()
    // The element of a dictionary, by its key.
    let open = try #require(
      store.scope(\.open[5], id: EffectScope("open")) { .folder(5, $0) } as ScopedStore<Folder, FolderAction>?
    )
    _ = open.scope(\.note, id: "note") { .note($0) }
    // Two levels at once.
    let second = EffectScope("folders").appending(2)
    let deep = store.scope(\.folders[0].folders[0], id: second.appending("folders").appending(3)) {
      .folder(2, .folder(3, $0))
    }
    _ = deep.scope(\.note, id: "note") { .note($0) }
    #expect(issues.all.isEmpty)
    _ = open.scope(\.note, id: "a") { .note($0) }
    _ = deep.scope(\.note, id: "b") { .note($0) }
    #expect(ids == ["a", "b"])
  }

  @Test func `scopes of a scope without an id, or with an id of no lift, are not checked`() {
    let store = makeFolders()
    let inner = EffectScope("folders").appending(2)
    let plain = store.scope(\.folders[0]) { .folder(2, $0) }
    _ = plain.scope(\.note, id: inner.appending("note")) { .note($0) }
    let other = store.scope(\.folders[0], id: "other") { .folder(2, $0) }
    _ = other.scope(\.note, id: "nte") { .note($0) }
    #expect(issues.all.isEmpty)
  }
}
