import ElmEngine
import Observation
import StoreTesting
import Testing

/// The scope of a child that departs.
@MainActor
@Suite struct ScopeDepartureTests {
  private let issues = Recorder<RuntimeIssue>()
  private let store: Store<House, HouseAction>

  init() {
    let issues = issues
    store = makeHouse { issues.record($0) }
  }

  private func scope(_ dwelling: Dwelling) throws -> Dwelling.Scope {
    store.send(.change(dwelling.resident.arrive))
    return try #require(dwelling.scope(store))
  }

  private func elements<Element: Sendable>(of stream: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test(arguments: Dwelling.all)
  func `the last state of a child that departed can be read`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    scope.send(.note("a"))
    store.send(.change(dwelling.resident.leave))
    #expect(scope.hasDeparted)
    #expect(scope.state == ["a"])
    store.send(.note("of the house"))
    #expect(scope.state == ["a"])
  }

  @Test(arguments: Dwelling.all)
  func `a child that comes back has a scope of its own`(dwelling: Dwelling) throws {
    let former = try scope(dwelling)
    former.send(.note("a"))
    store.send(.change(dwelling.resident.leave))
    let latter = try scope(dwelling)
    latter.send(.note("b"))
    #expect(former.hasDeparted)
    #expect(former.state == ["a"])
    #expect(!latter.hasDeparted)
    #expect(latter.state == ["b"])
  }

  @Test(arguments: Dwelling.all)
  func `a scope whose child one action removes and puts back has not departed`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    store.send(
      .change {
        dwelling.resident.leave(&$0)
        dwelling.resident.arrive(&$0)
      }
    )
    #expect(!scope.hasDeparted)
    scope.send(.note("a"))
    #expect(scope.state == ["a"])
  }

  @Test(arguments: Dwelling.all)
  func `what a view writes to a child that departed is dropped and not reported`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    scope.sendWritten(.note("a"), at: .unknown)
    #expect(scope.state == ["a"])
    store.send(.change(dwelling.resident.leave))
    scope.sendWritten(.note("late"), at: .unknown)
    #expect(store.state.notes.isEmpty)
    #expect(issues.values.isEmpty)
  }

  @Test(arguments: Dwelling.all)
  func `a send to a child that departed is dropped and reported where it is sent`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    store.send(.change(dwelling.resident.leave))
    let handle = scope.send(.note("late"))
    let line: UInt = #line - 1
    #expect(handle.isEmpty)
    #expect(store.state.notes.isEmpty)
    let issue = try #require(issues.values.first)
    #expect(issues.values.count == 1)
    #expect(issue.location?.line == line)
    guard case .absentChild(let action) = issue.kind else {
      Issue.record("another kind")
      return
    }
    #expect(action.contains("late"))
    #expect(
      issue.message == """
        Sent '\(JournalAction.note("late"))' to a scoped store whose child has departed.

        The action was dropped: the state of its child is no longer in the store, or another child has replaced it.

        Make a new scope, or do not send if 'hasDeparted' is true.
        """
    )
  }

  @Test func `launching nothing for a child that departed is not reported`() throws {
    let scope = try scope(Dwelling.all[0])
    store.send(.change { $0.lodger = nil })
    #expect(scope.launch(.none).isEmpty)
    #expect(issues.values.isEmpty)
  }

  @Test func `an action enqueued for a child that departed is reported, too`() async throws {
    let scope = try scope(Dwelling.all[0])
    store.send(.change { $0.lodger = nil })
    await Task.detached { scope.enqueue(.note("late")) }.value
    await store.settle()
    #expect(issues.values.count == 1)
    #expect(store.state == House())
  }

  @Test(arguments: Dwelling.all)
  func `sequences of states and values end when their child departs`(dwelling: Dwelling) async throws {
    let scope = try scope(dwelling)
    let states = scope.states
    let counts = scope.values(of: \.count)
    scope.send(.note("a"))
    store.send(.change(dwelling.resident.leave))
    #expect(await elements(of: states) == [["a"]])
    #expect(await elements(of: counts) == [1])
    // Sequences made afterwards have only the last state.
    #expect(await elements(of: scope.states) == [["a"]])
  }

  @Test(arguments: Dwelling.all)
  func `a weak reference to a scope that nothing keeps leads to the departed child`(dwelling: Dwelling) async throws {
    let way = try Dwelling.Scope.weakReference(to: scope(dwelling))
    store.send(.change(dwelling.resident.leave))
    store.send(.change(dwelling.resident.arrive))
    let scope = try #require(way())
    #expect(scope.hasDeparted)
    #expect(scope.state == [])
    #expect(await elements(of: scope.states) == [[]])
  }

  @Test func `a weak reference to a scope does not lead to the child that replaced its own`() throws {
    store.send(.change { $0.guest = House.Guest(id: 1) })
    let way = try ScopedStore.weakReference(to: #require(store.scope(\.guest) { .guest($0) }))
    store.send(.change { $0.guest = House.Guest(id: 2) })
    #expect(way()?.hasDeparted == true)
    #expect(way()?.state == House.Guest(id: 1))
  }

  @Test func `a weak reference to a departed element takes nothing from a new element with the same id`() throws {
    func scope() throws -> ScopedStore<House.Guest, JournalAction> {
      try #require(store.scope(\.queue, element: 1) { .queue($0, $1) })
    }
    store.send(.change { $0.queue = [House.Guest(id: 1)] })
    let way = try ScopedStore.weakReference(to: scope())
    store.send(.change { $0.queue = [] })
    store.send(.change { $0.queue = [House.Guest(id: 1)] })
    let newer = try scope()
    let heard = Recorder<[String]>()
    newer.subscribe { heard.record($0.notes) }
    #expect(way()?.hasDeparted == true)
    newer.send(.note("a"))
    #expect(heard.values == [["a"]])
    #expect(way()?.notes == [])
  }

  @Test(arguments: Dwelling.all)
  func `a scope made of a departed child has departed`(dwelling: Dwelling) async throws {
    let scope = try scope(dwelling)
    scope.send(.note("a"))
    store.send(.change(dwelling.resident.leave))
    let parts = [
      scope.scope(\.self) { $0 },
      scope.scope(
        Child(\.self) {
          $0
        } extract: { _ in
          nil
        },
        by: { $0 == $1 }
      ),
    ]
    for part in parts {
      #expect(part.hasDeparted)
      #expect(part.state == ["a"])
      #expect(part.send(.note("late")).isEmpty)
      #expect(await elements(of: part.states) == [["a"]])
    }
    #expect(issues.values.count == 2)
  }

  @Test(arguments: Dwelling.all)
  func `an action sent to a part of a departed child does not reach the store`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    store.send(.change(dwelling.resident.leave))
    let handled = Recorder<String>()
    store.runtime.subscribe(toActions: { handled.record("\($0)") })
    scope.scope(\.self) { $0 }.send(.note("late"))
    #expect(handled.values.isEmpty)
    #expect(issues.values.count == 1)
  }

  @Test(arguments: Dwelling.all)
  func `a part that was not kept when its child departed has departed, too`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    _ = scope.scope(\.self) { $0 }
    // With this change the part is released.
    scope.send(.note("a"))
    store.send(.change(dwelling.resident.leave))
    #expect(scope.scope(\.self) { $0 }.hasDeparted)
  }

  @Test func `the elements of a child that departed have departed`() throws {
    store.send(.change { $0.call = .relative(House.Guest(id: 1, notes: ["a"])) })
    let relative = store.scope(\.relative) { .relative($0) }
    store.send(.change { $0.call = .nobody })
    let scope = try #require(relative)
    let notes = scope.scopes(\.entries) { $1 }
    #expect(notes.map(\.hasDeparted) == [true])
    #expect(notes.map(\.state.text) == ["a"])
    #expect(scope.scope(\.entries, element: 0) { $1 }?.hasDeparted == true)
    notes.first?.send(.note("late"))
    #expect(issues.values.count == 1)
  }

  @Test func `the elements' scopes of a child depart with it, and keep their last states`() throws {
    store.send(.change { $0.guest = House.Guest(id: 1, notes: ["a", "b"]) })
    let notes = try #require(store.scope(\.guest) { .guest($0) }).scopes(\.entries) { $1 }
    store.send(.change { $0.guest = House.Guest(id: 2) })
    #expect(notes.map(\.hasDeparted) == [true, true])
    #expect(notes.map(\.state.text) == ["a", "b"])
    notes[1].send(.note("late"))
    #expect(store.state.guest == House.Guest(id: 2))
    #expect(issues.values.count == 1)
  }

  @Test(arguments: Dwelling.all)
  func `an observer of hasDeparted is notified of the departure, one of the state is not`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    let heard = Recorder<String>()
    withObservationTracking {
      _ = scope.hasDeparted
    } onChange: {
      heard.record("departed")
    }
    withObservationTracking {
      _ = scope.state
    } onChange: {
      heard.record("changed")
    }
    store.send(.note("of the house"))
    #expect(heard.values.isEmpty)
    store.send(.change(dwelling.resident.leave))
    #expect(heard.values == ["departed"])
  }

  @Test(arguments: Dwelling.all)
  func `whenEnded calls its closure when the child departs`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    let heard = Recorder<Int>()
    scope.whenEnded { heard.record(1) }
    let cancelled = scope.whenEnded { heard.record(2) }
    cancelled.cancel()
    #expect(heard.values.isEmpty)
    store.send(.change(dwelling.resident.leave))
    #expect(heard.values == [1])
    scope.whenEnded { heard.record(3) }
    #expect(heard.values == [1, 3])
  }

  // MARK: Identity

  @Test func `a child departs when one with another id replaces it`() throws {
    store.send(.change { $0.guest = House.Guest(id: 1, notes: ["a"]) })
    let first = try #require(store.scope(\.guest) { .guest($0) })
    store.send(.change { $0.guest = House.Guest(id: 2) })
    #expect(first.hasDeparted)
    #expect(first.state == House.Guest(id: 1, notes: ["a"]))
    first.send(.note("late"))
    #expect(store.state.guest == House.Guest(id: 2))
    #expect(store.scope(\.guest) { .guest($0) }?.id == 2)
  }

  // It reached the child's replacement: the scope ended only when all observers had been notified.
  @Test func `actions sent while a departure is announced are dropped, not handled by the new child`() throws {
    store.send(.change { $0.guest = House.Guest(id: 1) })
    let first = try #require(store.scope(\.guest) { .guest($0) })
    withObservationTracking {
      _ = first.hasDeparted
    } onChange: {
      MainActor.assumeIsolated {
        #expect(first.hasDeparted)
        first.send(.note("late"))
        first.launch(.emit(.note("launched")))
      }
    }
    store.send(.change { $0.guest = House.Guest(id: 2) })
    #expect(store.state.guest == House.Guest(id: 2))
    #expect(issues.values.count == 2)
  }

  @Test func `an action that waits while its child departs is handled by the child that replaces it`() throws {
    store.send(.change { $0.guest = House.Guest(id: 1) })
    let first = try #require(store.scope(\.guest) { .guest($0) })
    let subscription = store.subscribe { [weak store] house in
      guard house.guest?.id == 1 else { return }
      store?.send(.change { $0.guest = House.Guest(id: 2) })
      first.send(.note("sent"))
      first.enqueue(.note("enqueued"))
    }
    store.send(.note("of the house"))
    subscription.cancel()
    store.send(.note("of the house"))
    #expect(first.hasDeparted)
    #expect(store.state.guest?.notes == ["sent", "enqueued"])
    #expect(issues.values.isEmpty)
  }

  @Test func `a child in a case of an enum departs when one with another id replaces it`() throws {
    func scope() -> ScopedStore<House.Guest, JournalAction>? {
      store.scope(\.relative) { .relative($0) }
    }
    store.send(.change { $0.call = .relative(.init(id: 1)) })
    let first = try #require(scope())
    store.send(.change { $0.call = .relative(.init(id: 2)) })
    #expect(first.hasDeparted)
    #expect(first.id == 1)
    #expect(scope()?.id == 2)
  }

  @Test func `a scope made of a child's scope departs with the child`() throws {
    store.send(.change { $0.guest = House.Guest(id: 1, notes: ["a"]) })
    let notes = try #require(store.scope(\.guest) { .guest($0) }?.scope(\.notes) { $0 })
    store.send(.change { $0.guest = House.Guest(id: 2, notes: ["b"]) })
    #expect(notes.hasDeparted)
    #expect(notes.state == ["a"])
  }

  @Test func `the elements that are removed from a collection depart`() {
    store.send(.change { $0.queue = (1...6).map { House.Guest(id: $0, notes: ["\($0)"]) } })
    let scopes = store.scopes(\.queue) { .queue($0, $1) }
    store.send(.change { $0.queue.removeAll { $0.id.isMultiple(of: 2) } })
    #expect(scopes.map(\.hasDeparted) == [false, true, false, true, false, true])
    store.send(.change { $0.queue.swapAt(0, 2) })
    store.send(.change { $0.queue.removeFirst() })
    #expect(scopes.map(\.hasDeparted) == [false, true, false, true, true, true])
    store.send(.change { $0.queue = [.init(id: 9)] + $0.queue })
    #expect(scopes.map(\.notes) == (1...6).map { ["\($0)"] })
    store.send(.change { $0.queue = [] })
    #expect(scopes.map(\.hasDeparted) == Array(repeating: true, count: 6))
    #expect(scopes.map(\.notes) == (1...6).map { ["\($0)"] })
  }
}
