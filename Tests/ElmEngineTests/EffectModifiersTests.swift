import ElmEngine
import StoreTesting
import Testing

/// The modifiers of an effect, and of each member of a composite.
@MainActor
@Suite struct EffectModifiersTests {
  private let executor = TestExecutor()
  private let observer = EventRecorder()
  private let reports = Recorder<String>()
  private let gate = Gate()

  private func makeStore() -> Journal {
    Journal(
      options: StoreOptions(executor: executor, observers: [observer]) { [reports] error, _ in
        reports.record("\(error)")
      }
    )
  }

  private nonisolated func note(_ text: String, _ id: EffectID = "x") -> Effect<JournalAction> {
    .cancellable(
      { [gate] in
        await gate.wait()
        return .note(text)
      },
      id
    )
  }

  // MARK: catch

  @Test func `catch sends an action for an error instead of calling the hook`() async {
    let store = makeStore()

    store.run(.merge([.task { throw Failure() }, .task { .note("fine") }]).catch { .note("caught \($0)") })
    await store.settle()

    #expect(store.state.sorted() == ["caught out of luck", "fine"])
    #expect(reports.values.isEmpty)
  }

  @Test func `the innermost catch gets the error`() async {
    let store = makeStore()

    store.run(
      Effect.task { throw Failure() }
        .catch { .note("inner \($0)") }
        .catch { .note("outer \($0)") }
    )
    await store.settle()

    #expect(store.state == ["inner out of luck"])
  }

  @Test func `catch is not called for a cancelled effect`() async {
    let store = makeStore()
    let clock = TestClock(executor: executor)
    store.run(
      Effect.cancellable(
        {
          try await clock.sleep(for: .seconds(1))
          return .note("late")
        },
        "x"
      )
      .catch { .note("caught \($0)") }
    )
    await store.settle()

    store.cancel("x")
    await clock.advance(by: .seconds(2))

    #expect(store.state.isEmpty)
    #expect(reports.values.isEmpty)
  }

  // MARK: onCancel

  @Test func `onCancel is called once for a cancel, and its action is sent`() async {
    let store = makeStore()
    store.run(note("late").onCancel { .note("cancelled") })
    await store.settle()

    store.cancel("x")
    store.cancel("x")
    gate.open()
    await store.settle()

    #expect(store.state == ["cancelled"])
  }

  @Test func `onCancel is called once for the effect that is replaced`() async {
    let store = makeStore()
    store.run(note("late").onCancel { .note("replaced") })
    await store.settle()

    store.run(note("new").onCancel { .note("not this one") })
    gate.open()
    await store.settle()

    #expect(store.state == ["replaced", "new"])
  }

  @Test func `onCancel may send nothing`() async {
    let store = makeStore()
    let calls = Recorder<String>()
    store.run(
      note("late").onCancel {
        calls.record("called")
        return nil
      }
    )

    store.cancel("x")
    gate.open()
    await store.settle()

    #expect(calls.values == ["called"])
    #expect(store.state.isEmpty)
  }

  @Test func `onCancel is not called for an effect that ends or fails`() async {
    let store = makeStore()

    store.run(Effect.task { .note("a") }.onCancel { .note("cancelled") })
    store.run(Effect.task { throw Failure() }.onCancel { .note("cancelled") })
    await store.settle()

    #expect(store.state == ["a"])
    #expect(reports.values == ["out of luck"])
  }

  @Test func `onCancel is not called when the store is deallocated`() async {
    let calls = Recorder<String>()
    var store: Journal? = makeStore()
    store?.run(
      note("late").onCancel {
        calls.record("called")
        return nil
      }
    )
    await store?.settle()

    store = nil
    gate.open()
    await executor.settle()

    #expect(store == nil)
    #expect(calls.values.isEmpty)
  }

  // MARK: Options

  @Test(arguments: [TaskPriority.high, .medium, .utility, .background])
  func `the priority applies to the operations' tasks`(priority: TaskPriority) async {
    let store = makeStore()
    let effect = Effect<JournalAction>.merge([
      .task { .note("\(Task.currentPriority.rawValue)") },
      .run { send in send(.note("\(Task.currentPriority.rawValue)")) },
    ])

    store.run(effect.priority(priority))
    await store.settle()

    #expect(store.state == ["\(priority.rawValue)", "\(priority.rawValue)"])
  }

  @Test func `without a priority the sender's priority is not inherited`() async {
    let store = makeStore()

    await Task.detached(priority: .high) {
      await store.run(.task { .note("\(Task.basePriority == .high)") }).value
    }.value

    #expect(store.state == ["false"])
  }

  @Test func `named names the operations' tasks`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = makeStore()

    store.run(
      Effect.sequence([
        .task { .note(Task.name ?? "nameless") },
        .cancellable({ .note(Task.name ?? "nameless") }, "x"),
      ])
      .named("load users")
    )
    await store.settle()

    #expect(store.state == ["load users", "load users"])
    #expect(Set(observer.events) == ["start load users", "finished load users"])
  }

  @Test func `with the concurrent policy effects of one name run together, and one cancel takes all`() async {
    let store = makeStore()
    store.run(note("a").policy(.concurrent))
    store.run(note("b").policy(.concurrent))
    #expect(store.runningTaskCount == 2)

    store.cancel("x")

    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
    #expect(store.state.isEmpty)
  }

  @Test func `the actions of all concurrent effects of one name are handled`() async {
    let store = makeStore()
    store.run(note("a").policy(.concurrent))
    store.run(note("b").policy(.concurrent))
    gate.open()
    await store.settle()

    #expect(store.state == ["a", "b"])
    #expect(!store.isTaskRunning(id: "x"))
  }

  @Test func `modifiers reach every member and keep what other modifiers have set`() async {
    let store = makeStore()
    store.run(.merge([note("a", "a"), note("b", "b")]).named("both").policy(.concurrent).onCancel { .note("gone") })
    store.run(.merge([note("c", "a"), note("d", "b")]).policy(.concurrent).named("both").onCancel { .note("gone") })
    #expect(observer.events == Array(repeating: "start both", count: 4))
    #expect(store.runningTaskCount == 4)

    store.cancel(.ids(["a", "b"]))
    gate.open()
    await store.settle()

    #expect(store.state == ["gone", "gone", "gone", "gone"])
  }

  @Test func `modifiers of an effect without operations change nothing`() {
    let store = makeStore()
    let effects: [Effect<JournalAction>] = [.none, .sequence([]), .cancel("x")]
    for effect in effects {
      let handle = store.run(
        effect.named("a").priority(.high).policy(.concurrent).scoped(to: 1).onCancel { nil }.catch { _ in .note("") }
      )
      #expect(handle.isFinished)
    }
    #expect(observer.events.isEmpty)
  }

  // MARK: cancellable

  @Test func `a name given to a composite applies to all of it`() async {
    let store = makeStore()
    let steps: Effect<JournalAction> = .sequence([note("first", "a"), note("second", "b")])

    store.run(steps.cancellable(id: "steps"))
    #expect(store.isTaskRunning(id: "steps"))
    #expect(store.isTaskRunning(id: "a"))
    store.cancel("steps")
    #expect(store.runningTaskCount == 0)
    store.run(steps.cancellable(id: 1))
    store.run(Effect.task { .note("alone") }.cancellable(id: "alone"))
    #expect(store.isTaskRunning(id: "alone"))
    gate.open()
    await store.settle()

    #expect(store.state.sorted() == ["alone", "first", "second"])
    #expect(!store.isTaskRunning(id: 1))
  }
}
