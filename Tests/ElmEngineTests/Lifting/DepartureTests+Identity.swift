import ElmEngine
import StoreTesting
import Testing

/// The identity of a child: its value may change, and another child may replace it.
extension DepartureTests {
  @Test func `a child with an id has departed when another one replaces it`() async {
    store.send(.change { $0.guest = House.Guest(id: 1) })
    store.send(.guest(.run(.cancellable(late(), "x"))))
    store.send(.change { $0.guest?.notes = ["same guest"] })
    #expect(store.runningTaskCount == 1)

    store.send(.change { $0.guest = House.Guest(id: 2) })
    #expect(store.runningTaskCount == 0)
    store.send(.guest(.run(.cancellable(late("new"), "x"))))
    #expect(store.isTaskRunning(id: EffectID("x").scoped(to: EffectScope("guest").appending(2))))
    gate.open()
    await store.settle()

    #expect(store.state.guest == House.Guest(id: 2, notes: ["new"]))
  }

  @Test func `a child that changes its id departs under the old one, and its effects start under the new one`() async {
    let renaming = ComposedReducer<House.Guest, JournalAction> { guest, action in
      if case .note("rename") = action { guest = House.Guest(id: guest.id + 1) }
      return .cancellable({ .note("done") }, "x")
    }
    let reducer = ComposedReducer<House, JournalAction> { _, _ in .none }
      .lifting(
        renaming,
        at: Child(\.guest, id: "guest") {
          $0
        } extract: {
          $0
        }
      )
    let options = StoreOptions(executor: executor, observers: [observer])
    let store = Store(initialState: House(guest: House.Guest(id: 1)), options: options, reducer: reducer)
    store.send(.note("stay"))
    store.send(.note("rename"))
    #expect(store.runtime.runningEffects.map(\.id) == [EffectID("x").scoped(to: EffectScope("guest").appending(2))])
    store.cancel(.all)
    await store.settle()
  }

  @Test func `an effect that an element returns while it changes its id never starts`() {
    let renaming = ComposedReducer<Renamed.Inner, JournalAction> { child, _ in
      child.id = 2
      return .task(late())
    }
    let store = Store(initialState: Renamed(), reducer: Self.renamed[2](renaming))
    store.send(.note("rename"))
    #expect(store.runningTaskCount == 0)
    #expect(store.state.listed.map(\.id) == [2])
  }

  @Test func `a child with an id in a case of an enum has departed when another one replaces it`() async {
    store.send(.change { $0.call = .relative(House.Guest(id: 1)) })
    store.send(.relative(.run(.cancellable(late("first's"), "x"))))
    store.send(.change { $0.call = .relative(House.Guest(id: 1, notes: ["same"])) })
    #expect(store.runningTaskCount == 1)

    store.send(.change { $0.call = .relative(House.Guest(id: 2)) })
    #expect(store.runningTaskCount == 0)
    store.send(.relative(.run(.cancellable(late("second's"), "x"))))
    #expect(store.isTaskRunning(id: EffectID("x").scoped(to: EffectScope("relative").appending(2))))
    gate.open()
    await store.settle()

    #expect(store.state.call == .relative(House.Guest(id: 2, notes: ["second's"])))
  }

  private nonisolated static let renamed:
    [@Sendable (ComposedReducer<Renamed.Inner, JournalAction>) -> ComposedReducer<
      Renamed, JournalAction
    >] = [
      { child in
        ComposedReducer { _, _ in .none }.lifting(
          child,
          at: Child(\.optional, id: "child") {
            $0
          } extract: {
            $0
          }
        )
      },
      { child in
        ComposedReducer { _, _ in .none }.lifting(
          child,
          at: Child(\.computed, id: "child") {
            $0
          } extract: {
            $0
          }
        )
      },
      { child in
        ComposedReducer { _, _ in .none }.lifting(
          child,
          at: ChildList(\.listed, id: "child") {
            $1
          } extract: {
            (1, $0)
          }
        )
      },
    ]

  private struct Renamed {
    struct Inner: Identifiable {
      var id = 1
    }

    var optional: Inner? = Inner()
    var listed = [Inner()]

    var computed: Inner? {
      get { optional }
      set { optional = newValue }
    }
  }

  @Test(arguments: renamed.indices)
  func `a child that changes its own id has departed`(index: Int) async {
    let child = ComposedReducer<Renamed.Inner, JournalAction> { child, action in
      if case .run(let effect) = action { return effect }
      child.id = 2
      return .none
    }
    let options = StoreOptions(executor: executor)
    let store = Store(initialState: Renamed(), options: options, reducer: Self.renamed[index](child))
    store.send(.run(.task(late())))
    #expect(store.runningTaskCount == 1)
    store.send(.note("rename"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.settle()
  }

  @Test func `a child without an id stays the same when its value is replaced`() async {
    store.send(.change { $0.lodger = ["a"] })
    store.send(.lodger(.run(.task(late()))))
    store.send(.change { $0.lodger = ["b"] })
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()

    #expect(store.state.lodger == ["b", "late"])
  }

  @Test func `an element that moves in its array has not departed`() async {
    store.send(.change { $0.queue = [House.Guest(id: 1), House.Guest(id: 2)] })
    store.send(.queue(2, .run(.task(late()))))
    store.send(.change { $0.queue.swapAt(0, 1) })
    gate.open()
    await store.settle()

    #expect(store.state.queue == [House.Guest(id: 2, notes: ["late"]), House.Guest(id: 1)])
  }
}
