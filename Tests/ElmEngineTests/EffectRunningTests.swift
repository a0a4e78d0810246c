import ElmEngine
import StoreTesting
import Testing

/// The running of operations: their isolation, their arguments, and their sends.
@MainActor
@Suite struct EffectRunningTests {
  private let executor = TestExecutor()
  private let store: Journal

  init() {
    store = Journal(options: StoreOptions(executor: executor))
  }

  // MARK: Isolation

  /// Whether the caller is outside of every actor: like any function that is not isolated, this one runs where
  /// its caller does.
  private nonisolated static func isOutsideOfActors() async -> Bool {
    let isolation: (any Actor)? = #isolation
    return isolation == nil
  }

  private nonisolated static func operation() async -> JournalAction {
    .note("\(await isOutsideOfActors())")
  }

  @Test func `the check for isolation sees the main actor`() async {
    #expect(await Self.isOutsideOfActors() == false)
  }

  @Test func `operations run outside of every actor`() async {
    store.run(
      .sequence([
        .task { .note("task \(await Self.isOutsideOfActors())") },
        .cancellable({ .note("cancellable \(await Self.isOutsideOfActors())") }, "x"),
        .run { send in send(.note("run \(await Self.isOutsideOfActors())")) },
        .run(id: "x") { send in send(.note("named run \(await Self.isOutsideOfActors())")) },
      ])
    )
    await store.settle()

    #expect(store.state == ["task true", "cancellable true", "run true", "named run true"])
  }

  @Test func `a named function that is an operation runs outside of every actor`() async {
    store.run(.task(Self.operation))
    store.run(.cancellable(Self.operation, "x"))
    await store.settle()

    #expect(store.state == ["true", "true"])
  }

  @Test func `operations run outside of every actor in the global pool, too`() async {
    let store = Journal(options: StoreOptions())

    await store.run(.task { .note("\(await Self.isOutsideOfActors())") }).value

    #expect(store.state == ["true"])
  }

  // MARK: Task

  @Test func `a task sends the action that it returns`() async {
    await store.run(.task { .note("a") }).value

    #expect(store.state == ["a"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `a new operation of a name replaces the previous one, whose action is never handled`() async {
    let gate = Gate()
    let operation: @Sendable (String) -> Effect<JournalAction> = { text in
      .cancellable(
        {
          await gate.wait()
          return .note(text)
        },
        "x"
      )
    }
    store.run(operation("old"))
    await store.settle()

    store.run(operation("new"))
    await store.settle()
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()

    #expect(store.state == ["new"])
  }

  // MARK: Run

  @Test func `a run sends many actions in order`() async {
    store.run(
      .run { send in
        for number in 1...100 {
          send(.note("\(number)"))
        }
      }
    )
    await store.settle()

    #expect(store.state == (1...100).map(\.description))
  }

  @Test func `a run with a name is known by it, and what it sends after its cancel is dropped`() async {
    let gate = Gate()
    store.run(
      .run(id: Screen.search) { send in
        send(.note("before"))
        await gate.wait()
        send(.note("after"))
      }
    )
    await store.settle()
    #expect(store.isTaskRunning(id: Screen.search))

    store.cancel(Screen.search)
    gate.open()
    await store.settle()

    #expect(store.state == ["before"])
    #expect(store.runningTaskCount == 0)
  }
}
