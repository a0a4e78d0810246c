import ElmEngine
import StoreTesting
import Testing

/// Reducers that do something before, after or instead of another one.
@MainActor
@Suite struct WrappingTests {
  private let executor = TestExecutor()
  private let gate = Gate()
  private let issues = Recorder<String>()
  private var options: StoreOptions {
    StoreOptions(executor: executor) { _, _ in
    } onIssue: { [issues] issue in
      issues.record(issue.message)
    }
  }

  private nonisolated func late(_ text: String = "late") -> Effect<JournalAction> {
    .task { [gate] in
      await gate.wait()
      return .note(text)
    }
  }

  private func makeStore(_ state: House, _ reducer: ComposedReducer<House, HouseAction>) -> Store<House, HouseAction> {
    Store(initialState: state, options: options, reducer: reducer)
  }

  private func end(_ store: some StoreEngine) async {
    gate.open()
    await store.settle()
  }

  // MARK: Before, after, instead

  @Test func `a wrapper runs before and after its reducer, children included`() {
    let seen = Recorder<String>()
    let store = makeStore(
      House(),
      house.wrapping { house, action, inner in
        seen.record("before \(house.owner) \(house.notes)")
        let effect = inner(&house, action)
        seen.record("after \(house.owner) \(house.notes)")
        return effect
      }
    )
    store.send(.owner(.note("a")))
    #expect(seen.values == ["before [] []", "after [\"a\"] [\"owner of 1 said a\"]"])
  }

  @Test func `a wrapper's own effect is part of the action's effect`() async {
    let store = makeStore(
      House(),
      house.wrapping { house, action, inner in
        guard case .note("a") = action else { return inner(&house, action) }
        return .merge([inner(&house, action), .task { .note("b") }])
      }
    )
    store.send(.note("a"))
    await store.settle()
    #expect(store.state.notes == ["a", "b"])
  }

  @Test func `a wrapper may skip its reducer, or give it other actions`() {
    let store = makeStore(
      House(),
      house.wrapping { house, action, inner in
        switch action {
        case .note("nothing"): return .none
        case .note("twice"):
          _ = inner(&house, .note("first"))
          return inner(&house, .owner(.note("second")))
        default: return inner(&house, action)
        }
      }
    )
    store.send(.note("nothing"))
    store.send(.note("twice"))
    #expect(store.state == House(notes: ["first", "owner of 1 said second"], owner: ["second"]))
  }

  // MARK: Children

  @Test(arguments: Resident.all)
  func `a child of the wrapped reducer keeps its scope, and departs with its effects`(resident: Resident) async {
    let store = makeStore(House(), house.wrapping { house, action, inner in inner(&house, action) })
    store.send(.change(resident.arrive))
    store.send(resident.tell(.run(late().cancellable(id: "x"))))
    #expect(store.isTaskRunning(id: EffectID("x").scoped(to: resident.scope)))
    store.send(.change(resident.leave))
    #expect(store.runningTaskCount == 0)
    await end(store)
  }

  /// A house whose wrapper restores the initial state, without passing the action to its reducer.
  private static let forgetful = house.wrapping { house, action, inner in
    switch action {
    case .note("undo"):
      house = House()
      return .none
    case .note("undo, and tell"):
      house = House()
      return inner(&house, .note("undone"))
    default:
      return inner(&house, action)
    }
  }

  @Test(arguments: Resident.all)
  func `a child that the wrapper removes departs with its effects`(resident: Resident) async {
    let store = makeStore(House(), Self.forgetful)
    for action in ["undo", "undo, and tell"] {
      store.send(.change(resident.arrive))
      store.send(resident.tell(.run(late())))
      #expect(store.runningTaskCount == 1)
      store.send(.note(action))
      #expect(store.runningTaskCount == 0)
    }
    await end(store)
  }

  @Test(arguments: Resident.all)
  func `a child that the reducer removes and the wrapper puts back has not departed`(resident: Resident) async {
    let store = makeStore(
      House(),
      house.wrapping { house, action, inner in
        let before = house
        let effect = inner(&house, action)
        if case .change = action, resident.notes(before) != nil { house = before }
        return effect
      }
    )
    store.send(.change(resident.arrive))
    store.send(resident.tell(.run(late())))
    store.send(.change(resident.leave))
    #expect(store.runningTaskCount == 1)
    await end(store)
    #expect(resident.notes(store.state) == ["late"])
  }

  @Test(arguments: Resident.all)
  func `a trial on a copy removes no child`(resident: Resident) async {
    let store = makeStore(
      House(),
      house.wrapping { house, action, inner in
        var trial = House()
        _ = inner(&trial, .note("trial"))
        trial = house
        _ = inner(&trial, .change(resident.leave))
        return inner(&house, action)
      }
    )
    store.send(.change(resident.arrive))
    store.send(resident.tell(.run(late())))
    store.send(.note("a"))
    #expect(store.runningTaskCount == 1)
    store.send(.change(resident.leave))
    #expect(store.runningTaskCount == 0)
    await end(store)
  }

  @Test(arguments: Resident.all)
  func `a trial on a copy that becomes the state removes its child`(resident: Resident) async {
    let store = makeStore(
      House(),
      house.wrapping { house, action, inner in
        var trial = house
        let effect = inner(&trial, action)
        house = trial
        return effect
      }
    )
    store.send(.change(resident.arrive))
    store.send(resident.tell(.run(late())))
    store.send(.change(resident.leave))
    #expect(store.runningTaskCount == 0)
    await end(store)
  }

  @Test(arguments: Resident.all)
  func `a child that is lifted into a wrapped reducer departs like any other`(resident: Resident) async {
    struct Street {
      var house = House()
    }
    let street = ComposedReducer<Street, HouseAction> { street, action in
      if case .note("move out") = action { resident.leave(&street.house) }
      return .none
    }
    .wrapping { street, action, inner in
      let effect = inner(&street, action)
      if case .note("evict") = action { resident.leave(&street.house) }
      return effect
    }
    .lifting(
      house,
      at: Child(\.house, id: "house") {
        $0
      } extract: {
        $0
      }
    )
    for reason in ["move out", "evict"] {
      let store = Store(initialState: Street(), options: options, reducer: street)
      store.send(.change(resident.arrive))
      store.send(resident.tell(.run(late())))
      #expect(store.runningTaskCount == 1)
      store.send(.note(reason))
      #expect(store.runningTaskCount == 0)
    }
    gate.open()
    await executor.settle()
  }

  @Test func `an action for an absent child is reported once, also below a wrapper`() {
    let store = makeStore(House(), house.wrapping { house, action, inner in inner(&house, action) })
    store.send(.room(1, .note("knock")))
    #expect(issues.values.count == 1)
  }

  @Test func `a wrapped reducer changes its children in place`() async {
    struct Parent {
      var keyed = [1: UniquenessProbe()]
      var listed = [Listed()]
    }
    struct Listed: Identifiable {
      let id = 1
      var probe = UniquenessProbe()
    }
    let probe = ComposedReducer<UniquenessProbe, JournalAction> { probe, action in
      if case .run(let effect) = action { return effect }
      probe.change()
      return .none
    }
    let listed = ComposedReducer<Listed, JournalAction> { _, _ in .none }
      .lifting(
        probe,
        at: Child(\.probe, id: "probe") {
          $0
        } extract: {
          $0
        }
      )
    let reducer = ComposedReducer<Parent, JournalAction> { _, _ in .none }
      .lifting(
        probe,
        at: ChildList(\.keyed, id: "keyed") {
          $1
        } extract: {
          (1, $0)
        }
      )
      .lifting(
        listed,
        at: ChildList(\.listed, id: "listed") {
          $1
        } extract: {
          (1, $0)
        }
      )
      .wrapping { parent, action, inner in inner(&parent, action) }
    let store = Store(initialState: Parent(), options: options, reducer: reducer)
    store.send(.run(late()))
    #expect(store.runningTaskCount == 2)
    store.send(.note("change"))
    store.send(.note("change"))
    #expect(store.state.keyed[1]?.changesInPlace == [true, true])
    #expect(store.state.listed[0].probe.changesInPlace == [true, true])
    store.cancel(.all)
    await end(store)
  }
}
