import ElmEngine
import StoreTesting
import Testing

/// Sequences, merges and cancels.
@MainActor
@Suite struct EffectCompositionTests {
  private let executor = TestExecutor()
  private let observer = EventRecorder()
  private let store: Journal

  init() {
    store = Journal(options: StoreOptions(executor: executor, observers: [observer]))
  }

  private nonisolated func note(_ text: String, after gate: Gate) -> @Sendable () async throws -> JournalAction {
    {
      await gate.wait()
      return .note(text)
    }
  }

  // MARK: Sequence

  @Test func `a cancel and a launch of one name in a sequence are one step`() async {
    let gate = Gate()
    // The old one runs concurrently, so that nothing but the cancel can end it.
    let first = Effect.cancellable(note("old", after: gate), "x").named("old")
    let second = Effect.cancellable(note("new", after: gate), "x").named("new").policy(.concurrent)
    store.run(first)
    await store.settle()

    store.run(.sequence([.cancel("x"), second]))

    #expect(observer.events == ["start old", "cancelled old", "start new"])
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state == ["new"])
    #expect(observer.events.contains("drop from old"))
  }

  @Test func `a cancel and a launch of one name are one step without modifiers`() async {
    let old = Gate()
    let new = Gate()
    store.run(.cancellable(note("old", after: old), "x"))
    await store.settle()

    store.run(.sequence([.cancel("x"), .cancellable(note("new", after: new), "x")]))

    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runningTaskCount == 1)
    old.open()
    await store.settle()
    #expect(store.state.isEmpty)
    new.open()
    await store.settle()
    #expect(store.state == ["new"])
  }

  @Test func `an effect can be restarted by an action of its own`() async {
    let gate = Gate()
    let restart = Effect.sequence([.cancel("x"), .cancellable(note("new", after: gate), "x")])
    store.run(
      .run(id: "x") { send in
        send(.run(restart))
        await gate.wait()
        send(.note("old"))
      }
    )
    await store.settle()
    #expect(store.runningTaskCount == 1)

    gate.open()
    await store.settle()

    #expect(store.state == ["new"])
  }

  @Test func `a member starts after the previous member's action was handled`() async {
    let gate = Gate()
    store.run(
      .sequence([
        .cancellable(note("first", after: gate), "first"),
        .cancellable({ .note("second") }, "second"),
      ])
    )
    await store.settle()
    #expect(store.isTaskRunning(id: "first"))
    #expect(!store.isTaskRunning(id: "second"))

    gate.open()
    await store.settle()

    #expect(store.state == ["first", "second"])
    #expect(observer.events == ["start first", "finished first", "start second", "finished second"])
  }

  @Test func `a cancelled member ends and the rest continue`() async {
    store.run(
      .sequence([
        .cancellable(note("first", after: Gate()), "first"),
        .task { .note("second") },
      ])
    )
    await store.settle()

    store.cancel("first")
    await store.settle()

    #expect(store.state == ["second"])
  }

  @Test func `a member that throws ends the sequence`() async {
    store.run(
      Effect.sequence([
        .task { throw Failure() },
        .task { .note("second") },
      ])
      .catch { .note("\($0)") }
    )
    await store.settle()

    #expect(store.state == ["out of luck"])
  }

  @Test func `an empty composite and an effect of none do nothing`() {
    for effect: Effect<JournalAction> in [.none, .sequence([]), .merge([]), .sequence([.none, .merge([.none])])] {
      #expect(store.run(effect).isFinished)
    }
    #expect(observer.events.isEmpty)
  }

  // MARK: Merge

  @Test func `merged effects run together, in order`() async {
    let gate = Gate()

    store.run(
      .merge([
        .cancellable(note("a", after: gate), "a"),
        .cancellable(note("b", after: gate), "b"),
      ])
    )

    #expect(observer.events == ["start a", "start b"])
    #expect(store.runningTaskCount == 2)
    gate.open()
    await store.settle()
    #expect(store.state == ["a", "b"])
  }

  // MARK: Cancel

  @Test func `an effect cancels by a literal, a variable, a number, an enum, a name or a selector`() async {
    let variable = "variable"
    let cancels: [(EffectID, Effect<JournalAction>)] = [
      ("literal", .cancel("literal")),
      (EffectID(variable), .cancel(variable)),
      (7, .cancel(7)),
      (EffectID(Screen.search), .cancel(Screen.search)),
      (EffectID("name"), .cancel(EffectID("name"))),
      (EffectID("row-7"), .cancel("row-\(7)")),
      ("selected", .cancel(.ids(["selected"]))),
      ("matched", .cancel(.matching { $0 == "matched" })),
      ("any", .cancel(.all)),
    ]
    for (id, cancel) in cancels {
      store.run(.cancellable(note("late", after: Gate()), id))
      #expect(store.isTaskRunning(id: id))
      store.run(cancel)
      #expect(!store.isTaskRunning(id: id), "\(id)")
    }
    await store.settle()
    #expect(store.state.isEmpty)
  }
}
