import ElmEngine
import StoreTesting
import Testing

/// The effects of a child, under the names of the child's store.
@MainActor
@Suite struct ScopedEffectsTests {
  private let executor = TestExecutor()
  private let gate = Gate()
  private let issues = Recorder<RuntimeIssue>()
  private let store: Store<House, HouseAction>

  init() {
    let options = StoreOptions(executor: executor, onIssue: { [issues] in issues.record($0) })
    store = Store(initialState: House(), options: options, reducer: house)
  }

  private nonisolated func late(_ text: String = "late") -> @Sendable () async throws -> JournalAction {
    { [gate] in
      await gate.wait()
      return .note(text)
    }
  }

  private func scope(_ dwelling: Dwelling) throws -> Dwelling.Scope {
    store.send(.change(dwelling.resident.arrive))
    return try #require(dwelling.scope(store))
  }

  /// Launches an effect of the parent, under the same name as the child's.
  private func launchOfTheHouse() {
    store.send(
      .run(
        .cancellable(
          { [gate] in
            await gate.wait()
            return .note("of the house")
          },
          "named"
        )
      )
    )
  }

  @Test(arguments: Dwelling.all)
  func `a scope uses the names that the child's reducer uses`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    launchOfTheHouse()
    #expect(!scope.isTaskRunning(id: "named"))
    scope.send(.run(.cancellable(late(), "named")))
    #expect(scope.isTaskRunning(id: "named"))
    #expect(store.isTaskRunning(id: EffectID("named").scoped(to: dwelling.resident.scope)))
    #expect([scope.runningTaskCount, store.runningTaskCount] == [1, 2])
    #expect(scope.runtime.runningEffects.map(\.id) == ["named"])
    #expect(store.runtime.runningEffects.map(\.id) == ["named", EffectID("named").scoped(to: dwelling.resident.scope)])
    scope.cancel(.id("named"))
    #expect(!scope.isTaskRunning(id: "named"))
    #expect(store.isTaskRunning(id: "named"))
    #expect([scope.runningTaskCount, store.runningTaskCount] == [0, 1])
  }

  @Test func `a scope of an element without an embedding has the element's effects and its store's actions`() throws {
    store.send(.change { $0.queue = [.init(id: 7), .init(id: 8)] })
    let rows = ChildList(\House.queue) { (_, action: HouseAction) in
      action
    } extract: {
      (7, $0)
    }
    let row = try #require(store.scope(rows, element: 7))
    var handled = 0
    let subscription = row.runtime.subscribe(toActions: { _ in handled += 1 })
    for id in [7, 8] { row.send(.queue(id, .run(.cancellable(late(), "named")))) }
    #expect(handled == 2)
    #expect(row.runtime.runningEffects.map(\.id) == ["named"])
    #expect(store.scopes(\.queue) { $1 }.map(\.runningTaskCount) == [1, 1])
    row.cancel(.all)
    #expect(store.runtime.runningEffects.map(\.id) == [EffectID("named").scoped(to: 8).scoped(to: "queue")])
    subscription.cancel()
  }

  @Test(arguments: Dwelling.all)
  func `draining effects are listed for their own scope`(dwelling: Dwelling) async throws {
    let scope = try scope(dwelling)
    launchOfTheHouse()
    scope.send(
      .run(
        .cancellable(
          { [gate] in
            await gate.wait()
            return .note("late")
          },
          "named"
        )
      )
    )
    store.cancelAll()
    #expect(scope.runtime.drainingEffects.map(\.id) == ["named"])
    #expect(store.runtime.drainingEffects.count == 2)
    gate.open()
    await store.settle()
    #expect(scope.runtime.drainingEffects.isEmpty)
  }

  @Test func `a grandchild's name has the path to it as seen from the child`() throws {
    store.send(.change { $0.queue = [.init(id: 7)] })
    let annex = store.scope(
      Child(\.self, id: "queue") {
        $0
      } extract: { _ in
        nil
      }
    )
    let guest = try #require(store.scope(\.queue, element: 7) { .queue($0, $1) })
    guest.send(.run(.cancellable(late(), "named")))
    #expect(annex.runtime.runningEffects.map(\.id) == [EffectID("named").scoped(to: 7)])
    #expect(annex.isTaskRunning(id: EffectID("named").scoped(to: 7)))
  }

  @Test(arguments: Dwelling.all)
  func `all effects of a scope are those of its child`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
    store.send(
      .run(
        .task { [gate] in
          await gate.wait()
          return .note("of the house")
        }
      )
    )
    scope.send(.run(.task(late())))
    scope.send(.run(.cancellable(late(), "named")))
    #expect([scope.runningTaskCount, store.runningTaskCount] == [2, 3])
    scope.cancel(.matching { $0 == "named" })
    #expect([scope.runningTaskCount, store.runningTaskCount] == [1, 2])
    scope.cancel(.all)
    #expect([scope.runningTaskCount, store.runningTaskCount] == [0, 1])
  }

  @Test(arguments: Dwelling.all)
  func `an effect that a scope launches belongs to its child`(dwelling: Dwelling) async throws {
    let scope = try scope(dwelling)
    let handle = scope.launch(.task(EffectOptions(id: "launched"), operation: late("launched")))
    #expect(scope.isTaskRunning(id: "launched"))
    #expect(!store.isTaskRunning(id: "launched"))
    gate.open()
    await handle.value
    #expect(scope.state == ["launched"])
    let late = scope.launch(.task(operation: late("late")))
    store.send(.change(dwelling.resident.leave))
    #expect(late.isFinished)
    #expect(scope.runningTaskCount == 0)
    #expect(issues.values.isEmpty)
    let line = UInt(#line) + 1
    let dropped = scope.launch(.task(operation: self.late("dropped")))
    #expect(issues.values.last?.location?.line == line)
    #expect(dropped.isEmpty)
    #expect(
      issues.values.map(\.message) == [
        """
        Launched an effect on a scoped store whose child has departed.

        The effect was dropped: the state of its child is no longer in the store, or another child has replaced it.

        Make a new scope, or do not launch if 'hasDeparted' is true.
        """
      ]
    )
  }

  @Test(arguments: Dwelling.all)
  func `a handle of a scope waits for the effects of its child`(dwelling: Dwelling) async throws {
    let scope = try scope(dwelling)
    let handle = scope.send(.run(.task(late())))
    #expect(!handle.isFinished)
    gate.open()
    await handle.value
    #expect(scope.state == ["late"])
    let cancelled = scope.send(.run(.task(late("never"))))
    cancelled.cancel()
    await scope.settle()
    #expect(scope.state == ["late"])
  }

  @Test func `the names of a grandchild are in both scopes`() throws {
    let parent = ComposedReducer<House, HouseAction> { _, _ in .none }
      .lifting(
        house,
        at: Child(\.self, id: "annex") {
          $0
        } extract: {
          $0
        }
      )
    let store = Store(initialState: House(), reducer: parent)
    let lodger = store.scope(
      Child(\.self, id: "annex") {
        $0
      } extract: { _ in
        nil
      }
    ).scope(\.owner) { .owner($0) }
    lodger.send(.run(.cancellable(late(), "named")))
    #expect(lodger.isTaskRunning(id: "named"))
    #expect(store.isTaskRunning(id: EffectID("named").scoped(to: EffectScope("annex").appending("owner"))))
    lodger.cancel(.all)
    #expect(store.runningTaskCount == 0)
  }

  // They were those of the store: a cancel of all ended the other rows' effects.
  @Test func `a scope without an id takes the one with which its part is lifted`() throws {
    store.send(.change { $0.queue = [.init(id: 1), .init(id: 2)] })
    launchOfTheHouse()
    let rows = store.scopes(\.queue) { .queue($0, $1) }
    for row in rows { row.send(.run(.cancellable(late(), "named"))) }
    let owner = store.scope(\.owner) { .owner($0) }
    owner.send(.run(.cancellable(late(), "named")))
    #expect(store.runningTaskCount == 4)
    #expect([owner.runningTaskCount, rows[0].runningTaskCount, rows[1].runningTaskCount] == [1, 1, 1])
    rows[0].cancel(.all)
    #expect(!rows[0].isTaskRunning(id: "named") && rows[1].isTaskRunning(id: "named"))
    owner.cancelAll()
    let row = try #require(store.scope(\.queue, element: 2) { .queue($0, $1) })
    row.cancel(id: "named")
    #expect(rows[1].runningTaskCount == 0 && store.runningTaskCount == 1)
    #expect(store.isTaskRunning(id: "named") && issues.values.isEmpty)
  }

  @Test func `a scope without an id has the effects of the store if no lift is known, and does not cancel them all`() {
    let notes = store.scope(\.notes) { $0 }
    launchOfTheHouse()
    #expect(notes.isTaskRunning(id: "named"))
    #expect(notes.runningTaskCount == 1)
    var lines: [UInt?] = [#line + 1]
    notes.cancel(.all)
    notes.cancelAll()
    lines.append(#line - 1)
    func cancelAll(of engine: some StoreEngine) { engine.cancelAll() }
    lines.append(#line - 1)
    cancelAll(of: notes)
    #expect(store.runningTaskCount == 1)
    #expect(issues.values.map { $0.location?.line } == lines)
    #expect(
      issues.values.first?.message == """
        Cancelled all effects of a scoped store that has none of its own.

        Nothing was cancelled: the scope was made without an id, so that its effects are those of the whole store, and those of \
        other parts would have ended too.

        Give the scope the id with which its child's reducer is lifted, or cancel the effects of the store itself.
        """
    )
    notes.cancel(id: "named")
    #expect(store.runningTaskCount == 0 && issues.values.count == 3)
  }

  @Test func `an inlet of a scope leads to its child`() async throws {
    let owner = store.scope(\.owner) { .owner($0) }
    let inlet = owner.runtime.inlet
    await inlet.perform(.note("a"), at: CallSite())
    inlet.send(.note("b"), at: CallSite())
    inlet.enqueue(.note("c"), at: CallSite())
    await Task.detached { await inlet.perform(.note("d"), at: CallSite()) }.value
    #expect(owner.state == ["a", "b", "c", "d"])
  }

  @Test(arguments: Dwelling.all)
  func `an inlet of a scope reads the state of its child`(dwelling: Dwelling) async throws {
    let scope = try scope(dwelling)
    let inlet = scope.runtime.inlet
    let all = await inlet.perform(.note("a"), returning: { (notes: [String]) in notes }, at: CallSite())
    #expect(all == ["a"])
    let other = await inlet.perform(.note("b"), returning: { (house: House) in house.notes }, at: CallSite())
    #expect(other == nil)
    store.send(.change(dwelling.resident.leave))
    let late = await inlet.perform(.note("c"), returning: { (notes: [String]) in notes }, at: CallSite())
    #expect(late == nil)
  }

  // MARK: Actions

  @Test func `a scope that can extract its child's actions delivers them`() async {
    let scopes = { [store] in
      store.scope(
        Child(\.owner) {
          .owner($0)
        } extract: {
          if case .owner(let action) = $0 { action } else { nil }
        }
      )
    }
    let texts = Recorder<String>()
    let subscription = scopes().scope(
      Child(\.self) {
        .note($0)
      } extract: {
        if case .note(let text) = $0 { text } else { nil }
      }
    )
    .runtime.subscribe(toActions: { texts.record($0) })
    store.send(.note("of the house"))
    store.send(.owner(.note("a")))
    scopes().send(.note("b"))
    #expect(texts.values == ["a", "b"])
    subscription.cancel()
    scopes().send(.note("c"))
    #expect(texts.values == ["a", "b"])
  }

  @Test func `an element's scope delivers that element's actions`() {
    store.send(.change { $0.queue = [.init(id: 1), .init(id: 2)] })
    let second = store.scopes(
      ChildList(\.queue) {
        .queue($0, $1)
      } extract: {
        if case .queue(let id, let action) = $0 { (id, action) } else { nil }
      }
    )[1]
    var count = 0
    second.runtime.subscribe(toActions: { _ in count += 1 })
    store.send(.queue(1, .note("a")))
    store.send(.queue(2, .note("b")))
    #expect(count == 1)
  }

  @Test(arguments: ["leave", "leave and write"])
  func `the actions of a child end after the one with which it departs`(last: String) async throws {
    func room() throws -> ScopedStore<[String], JournalAction> {
      let scope = store.scope(
        Child(\.rooms[7]) {
          .room(7, $0)
        } extract: {
          if case .room(7, let action) = $0 { action } else { nil }
        }
      )
      return try #require(scope)
    }
    store.send(.change { $0.rooms[7] = [] })
    let actions = try room().actions
    store.send(.room(7, .note("a")))
    store.send(.room(7, .note(last)))
    #expect(store.state.rooms[7] == nil)
    store.send(.change { $0.rooms[7] = [] })
    store.send(.room(7, .note("of another")))
    var texts: [String] = []
    for await case .note(let text) in actions { texts.append(text) }
    #expect(texts == ["a", last])
    #expect(store.runtime.readerCount == 0)
  }

  @Test func `the sequence of a departed child's actions ends at once`() async throws {
    store.send(.change { $0.lodger = [] })
    let lodger = try #require(
      store.scope(
        Child(\.lodger) {
          .lodger($0)
        } extract: {
          if case .lodger(let action) = $0 { action } else { nil }
        }
      )
    )
    store.send(.change { $0.lodger = nil })
    for await _ in lodger.actions { Issue.record("nothing can be told") }
    #expect(store.runtime.readerCount == 0)
  }

  @Test func `a cancelled subscription to a child's actions does not wait for its departure`() throws {
    store.send(.change { $0.lodger = [] })
    let lodger = store.scope(
      Child(\.lodger) {
        .lodger($0)
      } extract: {
        if case .lodger(let action) = $0 { action } else { nil }
      }
    )
    var count = 0
    lodger?.runtime.subscribe(toActions: { _ in count += 1 }).cancel()
    lodger?.send(.note("a"))
    store.send(.change { $0.lodger = nil })
    #expect(count == 0)
  }

  @Test func `a scope that cannot extract its child's actions reports it`() async {
    let owner = store.scope(\.owner) { .owner($0) }
    for await _ in owner.actions { Issue.record("no action can be told") }
    #expect(
      issues.values.map(\.message) == [
        """
        Asked a scoped store for its actions, but it cannot tell which of its store's actions are its child's.

        Nothing is delivered: the scope was made without 'extract:', so the store's actions cannot be mapped back to the child's.

        Pass 'extract:' too when you make the scope.
        """
      ]
    )
  }
}
