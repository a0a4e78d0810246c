import ElmEngine
import StoreTesting
import Testing

/// The end of a child's effects when it departs.
@MainActor
@Suite struct DepartureTests {
  let executor = TestExecutor()
  let clock: TestClock
  let observer = EventRecorder()
  let gate = Gate()
  let issues = Recorder<String>()
  let store: Store<House, HouseAction>

  init() {
    clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, observers: [observer]) { [issues] error, _ in
      issues.record("error \(error)")
    } onIssue: { [issues] issue in
      issues.record(issue.message)
    }
    store = Store(initialState: House(), options: options, reducer: house)
  }

  nonisolated func late(_ text: String = "late") -> @Sendable () async throws -> JournalAction {
    { [gate] in
      await gate.wait()
      return .note(text)
    }
  }

  func tell(_ resident: Resident, _ effect: Effect<JournalAction>) -> SendHandle {
    store.send(resident.tell(.run(effect)))
  }

  @Test(arguments: Resident.all)
  func `a departed child's effects have ended when send returns, and send nothing more`(resident: Resident) async {
    store.send(.change(resident.arrive))
    let (elements, continuation) = AsyncStream.makeStream(of: JournalAction.self)
    let handle = tell(
      resident,
      .merge([
        .cancellable(late(), "named"),
        .task(late()),
        .stream(elements, id: "stream"),
        .run { [gate] send in
          send(.note("early"))
          await gate.wait()
          send(.note("late"))
        },
      ])
    )
    continuation.yield(.note("element"))
    await store.settle()
    #expect(store.runningTaskCount == 4)
    #expect(store.isTaskRunning(id: EffectID("named").scoped(to: resident.scope)))
    #expect(resident.notes(store.state)?.sorted() == ["early", "element"])

    continuation.yield(.note("late element"))
    store.send(.change(resident.leave))

    #expect(store.runningTaskCount == 0)
    #expect(!store.isTaskRunning(id: EffectID("named").scoped(to: resident.scope)))
    await handle.value
    store.send(.change(resident.arrive))
    gate.open()
    await store.settle()
    #expect(resident.notes(store.state) == [])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test(arguments: Resident.all)
  func `no further members of a departed child's sequences start`(resident: Resident) async {
    store.send(.change(resident.arrive))
    let handle = tell(
      resident,
      .sequence([.task(late()), .merge([.task { .note("second") }, .program(.emit(.note("third")))])])
        .catch { _ in .note("caught") }
    )
    await store.settle()

    // Back before the cancelled task has ended: the rest of the sequence still belongs to the old child.
    store.send(.change(resident.leave))
    store.send(.change(resident.arrive))
    gate.open()
    await store.settle()

    #expect(resident.notes(store.state) == [])
    #expect(store.runningTaskCount == 0)
    #expect(handle.isFinished)
  }

  @Test(arguments: Resident.all)
  func `a departed child's waiting effects are cancelled, and never begin`(resident: Resident) async {
    let calls = Recorder<String>()
    let effect: @Sendable (String, EffectID) -> Effect<JournalAction> = { [gate] text, id in
      .cancellable(
        {
          calls.record(text)
          await gate.wait()
          return .note(text)
        },
        id
      )
    }
    store.send(.change(resident.arrive))
    let handles = ["a", "b", "c"].map { tell(resident, effect($0, "x").policy(.queue(limit: 5))) }
    let throttled = ["d", "e"].map { tell(resident, effect($0, "y").throttle(id: "y", for: .seconds(1))) }
    await store.settle()
    #expect(store.runningTaskCount == 5)
    #expect(store.runtime.waitingEffects.count == 3)

    store.send(.change(resident.leave))
    store.send(.change(resident.arrive))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await clock.advance(by: .seconds(5))

    #expect(calls.values == ["a", "d"])
    #expect(resident.notes(store.state) == [])
    let unfinished = (handles + throttled).filter { !$0.isFinished }
    #expect(unfinished.isEmpty)
  }

  @Test(arguments: Resident.all)
  func `a child that one action removes and puts back has not departed`(resident: Resident) async {
    store.send(.change(resident.arrive))
    _ = tell(resident, .sequence([.task(late("first")), .task { .note("second") }]))
    await store.settle()

    store.send(
      .change {
        resident.leave(&$0)
        resident.arrive(&$0)
      }
    )
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()

    #expect(resident.notes(store.state) == ["first", "second"])
  }

  @Test(arguments: Resident.all)
  func `onCancel is called when a child departs, and its action is dropped, even if a new child has come`(
    resident: Resident
  ) async {
    let calls = Recorder<String>()
    store.send(.change(resident.arrive))
    _ = tell(
      resident,
      Effect.task(late()).onCancel {
        calls.record("called")
        return .note("cancelled")
      }
    )
    await store.settle()

    store.send(.change(resident.leave))
    await store.settle()
    #expect(calls.values == ["called"])
    #expect(resident.notes(store.state) == nil)

    store.send(.change(resident.arrive))
    _ = tell(resident, Effect.task(late()).onCancel { .note("cancelled") })
    store.send(.change(resident.leave))
    store.send(.change(resident.arrive))
    gate.open()
    await store.settle()
    #expect(resident.notes(store.state) == [])
    // Both `onCancel` actions, and the first operation's result; the second never began.
    #expect(observer.events.count { $0.hasPrefix("drop") } == 3)
  }

  @Test(arguments: Resident.all)
  func `onCancel actions of a departed child are not handled by the child that replaces it`(resident: Resident) async {
    store.send(.change(resident.arrive))
    for number in 1...3 {
      _ = tell(resident, Effect.task(late()).onCancel { .note("cancelled \(number)") })
    }
    await store.settle()

    // Both are handled before the `onCancel` actions, which come through the mailbox.
    sendTogether([.change(resident.leave), .change(resident.arrive)])
    gate.open()
    await store.settle()

    #expect(resident.notes(store.state) == [])
  }

  @Test(arguments: Resident.all)
  func `the onCancel action of a cancel by name is not handled once the child has departed`(resident: Resident) async {
    store.send(.change(resident.arrive))
    _ = tell(resident, Effect.cancellable(late(), "x").onCancel { .note("cancelled") })
    await store.settle()

    sendTogether([resident.tell(.run(.cancel("x"))), .change(resident.leave)])
    gate.open()
    await store.settle()

    #expect(observer.events.count { $0.hasPrefix("drop") } == 2)
  }

  /// Has the store handle actions one after another, with nothing in between.
  private func sendTogether(_ actions: [HouseAction]) {
    var actions = actions
    let subscription = store.subscribe { [store] _ in
      for action in actions { store.send(action) }
      actions = []
    }
    store.send(.note("now"))
    subscription.cancel()
  }

  @Test func `the onCancel action of a cancelled scope is handled by the child that is still present`() async {
    store.send(.change { $0.lodger = [] })
    store.send(.lodger(.run(Effect.task(late()).onCancel { .note("cancelled") })))

    store.send(.run(.cancel(.scope("lodger"))))
    await store.settle()

    #expect(store.state.lodger == ["cancelled"])
  }

  @Test func `the effects of other children and of the parent continue`() async {
    store.send(
      .change {
        for resident in Resident.all { resident.arrive(&$0) }
        $0.rooms[8] = []
      }
    )
    for resident in Resident.all {
      _ = tell(resident, .cancellable(late(), "x"))
    }
    store.send(.room(8, .run(.cancellable(late(), "x"))))
    store.send(.owner(.run(.cancellable(late(), "x"))))
    store.send(
      .run(
        .cancellable(
          { [gate] in
            await gate.wait()
            return .note("late")
          },
          "x"
        )
      )
    )
    #expect(store.runningTaskCount == Resident.all.count + 3)

    for (place, resident) in Resident.all.enumerated() {
      store.send(.change(resident.leave))
      #expect(store.runningTaskCount == Resident.all.count + 2 - place)
    }
    gate.open()
    await store.settle()

    #expect(store.state.owner == ["late"])
    #expect(store.state.rooms == [8: ["late"]])
    #expect(store.state.notes.contains("late"))
    for resident in Resident.all {
      #expect(resident.notes(store.state) == nil)
    }
  }

  // MARK: The action that removes the child

  /// A house that removes a room when the room's own effects are about to start.
  private let strictHouse = bareHouse.wrapping { house, action, inner in
    switch action {
    case .room(let number, .run):
      house.rooms[number] = nil
      return .task { .note("left") }
    default:
      return inner(&house, action)
    }
  }
  .lifting(
    journal,
    at: ChildList(\.rooms, id: "rooms") {
      .room($0, $1)
    } extract: { action in
      if case .room(let number, let action) = action { (number, action) } else { nil }
    }
  )

  @Test(
    arguments: [
      (.task { .note("task") }, ["refuse child's as absentScope"]),
      (.cancellable({ .note("named") }, "x"), ["refuse child's as absentScope"]),
      (.program(.emit(.note("emitted"))), ["drop from nobody"]),
      (.sequence([.program(.emit(.note("emitted"))), .task { .note("task") }]), ["refuse child's as absentScope"]),
      (.cancel(.all), []),
    ] as [(Effect<JournalAction>, [String])]
  )
  func `an effect that a child returns for the action that removes it never starts`(
    effect: Effect<JournalAction>,
    told: [String]
  ) async {
    let actions = Recorder<String>()
    let options = StoreOptions(executor: executor, observers: [observer])
    let store = Store(initialState: House(rooms: [7: [], 8: []]), options: options, reducer: strictHouse)
    let subscription = store.subscribe { house in actions.record("\(house.rooms.count) \(house.notes)") }

    let handle = store.send(.room(7, .run(effect.named("child's"))))
    await store.settle()
    subscription.cancel()

    #expect(handle.isFinished)
    #expect(observer.events == told + ["start nameless", "finished nameless"])
    #expect(actions.values == ["1 []", "1 [\"left\"]"])
  }

  @Test func `a departing child's effects are cancelled before the action's own effects start`() async {
    store.send(.change { $0.rooms[7] = [] })
    store.send(.room(7, .run(Effect.task(late()).named("old"))))
    let leaving = bareHouse.wrapping { house, action, inner in
      let effect = inner(&house, action)
      guard case .note("leave") = action else { return effect }
      house.rooms = [:]
      return Effect.task { .note("new") }.named("new")
    }
    .lifting(
      journal,
      at: ChildList(\.rooms, id: "rooms") {
        .room($0, $1)
      } extract: { action in
        if case .room(let number, let action) = action { (number, action) } else { nil }
      }
    )
    let observer = EventRecorder()
    let store = Store(
      initialState: House(rooms: [7: []]),
      options: StoreOptions(executor: executor, observers: [observer]),
      reducer: leaving
    )
    store.send(.room(7, .run(Effect.task(late()).named("old"))))

    store.send(.note("leave"))

    #expect(observer.events == ["start old", "cancelled old", "start new"])
    gate.open()
    await store.settle()
  }

  // MARK: Actions that an effect sends

  @Test func `a child that departs because of its own effect's action loses the rest of that effect`() async {
    store.send(.change { $0.rooms[7] = [] })
    store.send(
      .room(
        7,
        .run(
          .run { send in
            send(.note("leave"))
            send(.note("after"))
          }
        )
      )
    )
    await store.settle()

    #expect(store.state.rooms.isEmpty)
    #expect(store.runningTaskCount == 0)
    #expect(observer.events.filter { $0.hasPrefix("drop") } == ["drop from nameless"])
  }

  @Test func `an action queued after the one that removes the child is dropped with its effect`() async {
    store.send(.change { $0.lodger = [] })
    let elements = AsyncStream<JournalAction> { continuation in
      for number in 0..<5 { continuation.yield(.note("\(number)")) }
      continuation.finish()
    }
    let subscription = store.subscribe { [store] house in
      if house.lodger?.count == 2 { store.send(.change { $0.lodger = nil }) }
    }
    store.send(.lodger(.run(.stream(elements, id: "x"))))
    await store.settle()
    subscription.cancel()

    #expect(store.state.lodger == nil)
    #expect(store.runningTaskCount == 0)
  }

  // MARK: Absent children

  @Test(arguments: Resident.all)
  func `an action for an absent child has no effect, and is reported`(resident: Resident) async {
    let handle = tell(resident, .task { .note("never") })
    store.send(resident.tell(.note("never")))
    await store.settle()

    #expect(handle.isFinished)
    #expect(resident.notes(store.state) == nil)
    #expect(observer.events.isEmpty)
    #expect(issues.values.count == 2)
    // The child's own id is known if the action carries it.
    let isListed = ["queue", "rooms"].contains(resident.scope.parts[0])
    let place = isListed ? "\(resident.scope)" : resident.scope.parts[0].description
    #expect(issues.values.last?.contains("to the child '\(place)', which is not in the state.") == true)
  }

  @Test(arguments: Resident.all)
  func `the parent sees an action for an absent child`(resident: Resident) {
    store.send(resident.tell(.note("knock")))
    #expect(store.state == House(notes: ["somebody knocks"]))
  }
}
