import ElmEngine
import StoreTesting
import Testing

/// Actions for absent children, in unit tests of a reducer and in stores.
@MainActor
@Suite struct AbsentChildTests {
  private let issues = Recorder<RuntimeIssue>()

  private func makeStore() -> Store<House, HouseAction> {
    let options = StoreOptions(executor: TestExecutor()) { _, _ in
    } onIssue: { [issues] issue in
      issues.record(issue)
    }
    return Store(initialState: House(), options: options, reducer: house)
  }

  @Test func `of several absent children the first one is thrown`() {
    let reducer = ComposedReducer<House, JournalAction> { _, _ in .none }
      .lifting(
        journal,
        at: Child(\.lodger, id: "inner") {
          $0
        } extract: {
          $0
        }
      )
      .lifting(
        journal,
        at: Child(\.lodger, id: "outer") {
          $0
        } extract: {
          $0
        }
      )
    var house = House()
    let error = #expect(throws: AbsentChildError.self) { try reducer.reduce(&house, .note("a")) }
    #expect(error?.child == EffectScope("outer"))
  }

  @Test(arguments: Resident.all)
  func `a reducer called without a store throws the absence of a child to its caller`(resident: Resident) {
    let store = makeStore()
    var state = House()
    let error = #expect(throws: AbsentChildError.self) {
      try house.reduce(&state, resident.tell(.note("knock")))
    }
    // The parent has seen the action nevertheless.
    #expect(state.notes == ["somebody knocks"])
    let parts = error.map { "\($0)".components(separatedBy: "\n\n") } ?? []
    #expect(parts.count == 3)
    #expect(parts.first?.contains("to the child '\(error.map { "\($0.child)" } ?? "")'") == true)
    #expect(error?.action.contains("knock") == true)

    store.send(.note("fine"))
    #expect(issues.values.isEmpty)
  }

  @Test func `an embed to an id that is not there is reported at the line of the send`() async {
    let executor = TestExecutor()
    let options = StoreOptions(executor: executor, onIssue: { [issues] in issues.record($0) })
    let reducer = bareHouse.lifting(
      journal,
      at: ChildList(\.rooms, id: "rooms") {
        .room($0 + 100, $1)
      } extract: { action in
        if case .room(let number, let action) = action { (number, action) } else { nil }
      }
    )
    let store = Store(initialState: House(rooms: [1: []]), options: options, reducer: reducer)
    let room = store.scope(\.rooms[1], action: { .room(101, $0) })
    let line = UInt(#line)
    store.send(.room(1, .run(.send(.note("by the effect")))))
    store.send(.room(1, .run(.task { .note("by the task") })))
    await executor.settle()
    room?.send(.note("by the scope"))
    #expect(issues.values.map(\.location?.line) == [line + 1, line + 2, line + 4])
    for issue in issues.values {
      if case .absentChild = issue.kind { continue }
      Issue.record("\(issue)")
    }
  }

  @Test func `a store reports an absent child once, and nothing else`() {
    let store = makeStore()
    let other = makeStore()
    store.send(.room(1, .note("knock")))
    store.send(.note("fine"))
    other.send(.note("fine"))
    #expect(issues.values.count == 1)
    guard case .absentChild(let action)? = issues.values.first?.kind else {
      Issue.record("another kind")
      return
    }
    #expect(action.contains("room"))
    #expect(issues.values.first?.message.hasPrefix("Sent '") == true)
  }

  /// The state of one of several screens, as a property of each.
  private enum Route: Equatable, Sendable {
    case list
    case guest(House.Guest)
    case notes([String])

    var guest: House.Guest? {
      get { if case .guest(let guest) = self { guest } else { nil } }
      set { self = newValue.map { .guest($0) } ?? .list }
    }

    var notes: [String]? {
      get { if case .notes(let notes) = self { notes } else { nil } }
      set { self = newValue.map { .notes($0) } ?? .list }
    }
  }

  // The property was set to the 'nil' that it had.
  @Test func `the computed property of an absent child is not set`() {
    let reducer = ComposedReducer<Route, HouseAction> { _, _ in .none }
      .lifting(
        guestbook,
        at: Child(\.guest, id: "guest") {
          .guest($0)
        } extract: { action in
          if case .guest(let action) = action { action } else { nil }
        }
      )
      .lifting(
        journal,
        at: Child(\.notes, id: "notes") {
          .lodger($0)
        } extract: { action in
          if case .lodger(let action) = action { action } else { nil }
        }
      )
    let absences: [(Route, HouseAction)] = [
      (.notes(["a"]), .guest(.note("b"))), (.guest(.init(id: 1)), .lodger(.note("b"))),
    ]
    for (route, action) in absences {
      var state = route
      #expect(throws: AbsentChildError.self) { try reducer.reduce(&state, action) }
      #expect(state == route)
    }
  }

  @Test func `an action for a child that is present throws nothing`() throws {
    var state = House(rooms: [1: []])
    _ = try house.reduce(&state, .room(1, .note("a")))
    #expect(state.rooms == [1: ["a"]])
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator)
  }
}
