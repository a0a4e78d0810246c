import ElmEngine
import StoreTesting
import Testing

/// The effects of a child, by the words of the child's store.
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

  @Test(arguments: Dwelling.all)
  func `names are those that the child's reducer writes`(dwelling: Dwelling) throws {
    let scope = try scope(dwelling)
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
    #expect(!scope.isTaskRunning(id: "named"))
    scope.send(.run(.cancellable(late(), "named")))
    #expect(scope.isTaskRunning(id: "named"))
    #expect(store.isTaskRunning(id: EffectID("named").scoped(to: dwelling.resident.scope)))
    #expect([scope.runningTaskCount, store.runningTaskCount] == [1, 2])
    #expect(scope.runtime.runningEffects.map(\.id) == [EffectID("named").scoped(to: dwelling.resident.scope)])
    scope.cancel(.id("named"))
    #expect(!scope.isTaskRunning(id: "named"))
    #expect(store.isTaskRunning(id: "named"))
    #expect([scope.runningTaskCount, store.runningTaskCount] == [0, 1])
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
  func `what a scope launches belongs to its child`(dwelling: Dwelling) async throws {
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

  @Test func `names of a child's child are in both scopes`() throws {
    let parent = ComposedReducer<House, HouseAction> { _, _ in .none }
      .lifting(house, id: "annex", state: \.self) {
        $0
      } embed: {
        $0
      }
    let store = Store(initialState: House(), reducer: parent)
    let lodger = store.scope(\.self, id: "annex") { $0 }.scope(\.owner, id: "owner") { .owner($0) }
    lodger.send(.run(.cancellable(late(), "named")))
    #expect(lodger.isTaskRunning(id: "named"))
    #expect(store.isTaskRunning(id: EffectID("named").scoped(to: EffectScope("annex").appending("owner"))))
    lodger.cancel(.all)
    #expect(store.runningTaskCount == 0)
  }

  @Test func `without an id the effects are those of the store`() {
    let owner = store.scope(\.owner) { .owner($0) }
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
    #expect(owner.isTaskRunning(id: "named"))
    #expect(owner.runningTaskCount == 1)
  }

  @Test func `an inlet of a scope leads to its child`() async throws {
    let owner = store.scope(\.owner, id: "owner") { .owner($0) }
    let inlet = owner.runtime.inlet
    await inlet.perform(.note("a"), at: CallSite())
    inlet.send(.note("b"), at: CallSite())
    inlet.enqueue(.note("c"), at: CallSite())
    await Task.detached { await inlet.perform(.note("d"), at: CallSite()) }.value
    #expect(owner.state == ["a", "b", "c", "d"])
  }

  // MARK: Actions

  @Test func `a scope that can tell its child's actions delivers them`() async {
    let scopes = { [store] in
      store.scope(\.owner, id: "owner") {
        if case .owner(let action) = $0 { action } else { nil }
      } action: {
        .owner($0)
      }
    }
    let texts = Recorder<String>()
    let subscription = scopes().scope(\.self) {
      if case .note(let text) = $0 { text } else { nil }
    } action: {
      .note($0)
    }
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
    let second = store.scopes(\.queue) {
      if case .queue(let id, let action) = $0 { (id, action) } else { nil }
    } action: {
      .queue($0, $1)
    }[1]
    var count = 0
    second.runtime.subscribe(toActions: { _ in count += 1 })
    store.send(.queue(1, .note("a")))
    store.send(.queue(2, .note("b")))
    #expect(count == 1)
  }

  @Test func `a scope that cannot tell its child's actions says so`() async {
    let owner = store.scope(\.owner, id: "owner") { .owner($0) }
    for await _ in owner.actions { Issue.record("no action can be told") }
    #expect(
      issues.values.map(\.message) == [
        """
        Asked a scoped store for its actions that cannot tell which of its store's actions are its child's.

        Nothing is delivered: the scope was made with an embedding alone, which leads from the child's actions to the store's.

        Make the scope with 'extract:' too, which leads back.
        """
      ]
    )
  }
}
