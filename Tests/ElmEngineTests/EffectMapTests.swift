import ElmEngine
import StoreTesting
import Testing

/// A child's effects in its parent.
@MainActor
@Suite struct EffectMapTests {
  private enum Child: Sendable {
    case note(String)
  }

  private let executor = TestExecutor()
  private let observer = EventRecorder()
  private let store: Journal

  init() {
    store = Journal(options: StoreOptions(executor: executor, observers: [observer]))
  }

  private func run(_ effect: Effect<Child>) {
    store.run(
      effect.map { child in
        switch child {
        case .note(let text): .note("child's \(text)")
        }
      }
    )
  }

  @Test func `each kind of effect is mapped`() async {
    run(.none)
    run(.task { .note("task") })
    await store.settle()
    run(.cancellable({ .note("cancellable") }, "x"))
    await store.settle()
    let (stream, continuation) = AsyncStream.makeStream(of: Child.self)
    continuation.yield(.note("stream"))
    continuation.finish()
    run(.stream(stream, id: "x"))
    await store.settle()
    run(.sequence([.task { .note("sequence 1") }, .task { .note("sequence 2") }]))
    await store.settle()
    run(.merge([.task { .note("merge 1") }, .task { .note("merge 2") }]))
    await store.settle()
    run(
      .run { send in
        send(.note("run 1"))
        send(.note("run 2"))
      }
    )
    await store.settle()
    run(.task { throw Failure() }.catch { .note("\($0)") })
    await store.settle()

    let texts = [
      "task", "cancellable", "stream", "sequence 1", "sequence 2", "merge 1", "merge 2", "run 1", "run 2",
      "out of luck",
    ]
    #expect(store.state == texts.map { "child's \($0)" })
  }

  @Test func `a mapped effect keeps its name`() {
    let stream = AsyncStream<Child> { $0.finish() }
    if case .cancellable(_, "x") = Effect<Child>.cancellable({ .note("") }, "x").map({ _ in 1 }) {
    } else {
      Issue.record("the operation has lost its name")
    }
    if case .cancel("x") = Effect<Child>.cancel("x").map({ _ in 1 }) {
    } else {
      Issue.record("the cancel has lost its name")
    }
    run(.stream(stream, id: "stream"))
    run(.cancellable({ .note("") }, "operation"))
    run(.run(id: "run") { _ in })
    #expect(observer.events == ["start stream", "start operation", "start run"])
  }

  @Test func `a mapped effect is cancelled by its name and by a mapped cancel`() async {
    let gate = Gate()
    let operation: @Sendable () async throws -> Child = {
      await gate.wait()
      return .note("late")
    }
    run(.merge([.cancellable(operation, "a"), .cancellable(operation, "b"), .cancellable(operation, "c")]))
    #expect(store.runningTaskCount == 3)

    store.cancel("a")
    run(.cancel("b"))
    run(.cancel(.ids(["c"])))
    gate.open()
    await store.settle()

    #expect(store.runningTaskCount == 0)
    #expect(store.state.isEmpty)
  }

  @Test func `a mapped effect keeps its modifiers`() async {
    let gate = Gate()
    let operation = Effect<Child>.cancellable(
      {
        await gate.wait()
        return .note("late")
      },
      "x"
    )
    run(operation.onCancel { .note("cancelled") }.named("fetch").policy(.concurrent))
    run(operation.named("again").policy(.concurrent))
    #expect(observer.events == ["start fetch", "start again"])

    store.cancel("x")
    gate.open()
    await store.settle()

    #expect(store.state == ["child's cancelled"])
  }

  @Test func `map is applied from the inside out`() async {
    store.run(Effect<Int>.task { 1 }.map { $0 + 1 }.map { $0 * 10 }.map { .note("\($0)") })
    await store.settle()

    #expect(store.state == ["20"])
  }
}
