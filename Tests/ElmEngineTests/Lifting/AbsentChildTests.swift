import ElmEngine
import StoreTesting
import Testing

/// Actions for children that are not there, in unit tests of a reducer and in stores.
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

  @Test(arguments: Resident.all)
  func `a reducer that a test calls throws the miss to its caller, and no store reports it`(resident: Resident) {
    let store = makeStore()
    var state = House()
    let error = #expect(throws: AbsentChildError.self) {
      try house.reduce(&state, resident.tell(.note("knock")))
    }
    // The parent has seen the action all the same.
    #expect(state.notes == ["somebody knocks"])
    let parts = error.map { "\($0)".components(separatedBy: "\n\n") } ?? []
    #expect(parts.count == 3)
    #expect(parts.first?.contains("to the child '\(error.map { "\($0.child)" } ?? "")'") == true)
    #expect(error?.action.contains("knock") == true)

    store.send(.note("fine"))
    #expect(issues.values.isEmpty)
  }

  @Test func `a store that misses a child reports it alone, once`() {
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

  @Test func `a child that is there throws nothing`() throws {
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
