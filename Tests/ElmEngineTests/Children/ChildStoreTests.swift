import ElmEngine
import Observation
import StoreTesting
import Testing

/// Children on engines of their own: when they are made, and what they receive and send.
@MainActor
@Suite struct ChildStoreTests {
  let executor = TestExecutor()
  let gate = Gate()
  let made = Recorder<String>()

  func makeParent(_ state: House = House()) -> Store<House, HouseAction> {
    Store(initialState: state, options: StoreOptions(executor: executor), reducer: bareHouse)
  }

  func makeJournal(_ notes: [String]) -> Journal {
    made.record("\(notes)")
    let store = Journal(options: StoreOptions(executor: executor))
    for note in notes { store.send(.note(note)) }
    return store
  }

  func lodger(of parent: Store<House, HouseAction>) -> ChildStore<Journal> {
    parent.child(\.lodger) {
      self.makeJournal($0)
    } input: { notes, journal in
      journal.send(.note("told \(notes.count)"))
    } output: { action, notes in
      if case .note(let text) = action, !text.hasPrefix("told") { .note("\(text) of \(notes.count)") } else { nil }
    }
  }

  func waiting() -> Effect<JournalAction> {
    .cancellable(
      { [gate] in
        await gate.wait()
        return .note("late")
      },
      "wait"
    )
  }

  // MARK: One

  @Test func `a child exists when the send of the action that made it appear returns`() {
    let parent = makeParent()
    let child = lodger(of: parent)
    #expect(child.store == nil)
    parent.send(.change { $0.lodger = ["a"] })
    #expect(child.store?.state == ["a"])
    parent.send(.note("of the house"))
    #expect(made.values == [#"["a"]"#])
  }

  @Test func `a part that exists at once has its child at once`() {
    let parent = makeParent(House(lodger: ["a"]))
    #expect(lodger(of: parent).store?.state == ["a"])
  }

  @Test func `a child gets each new value of its part, and nothing else`() {
    let parent = makeParent(House(lodger: []))
    let child = lodger(of: parent)
    parent.send(.change { $0.lodger = ["a"] })
    parent.send(.note("of the house"))
    parent.send(.change { $0.lodger = ["a"] })
    #expect(child.store?.state == ["told 1"])
  }

  @Test func `a child's output is an action of its parent`() {
    let parent = makeParent(House(lodger: []))
    let child = lodger(of: parent)
    child.store?.send(.note("a"))
    #expect(parent.state.notes == ["a of 1"])
    child.store?.send(.note("b"))
    #expect(parent.state.notes == ["a of 1", "b of 2"])
  }

  @Test func `each action of a child that a value names is one of its parent's`() {
    let lodger = Child(\House.lodger, embed: HouseAction.lodger) { action in
      if case .lodger(let action) = action { action } else { nil }
    }
    let parent = makeParent(House(lodger: []))
    let child = parent.child(lodger) {
      self.makeJournal($0)
    } input: { notes, journal in
      if notes.isEmpty { journal.send(.run(.none)) }
    }
    child.store?.send(.note("knock"))
    #expect(child.store?.state == ["knock"])
    #expect(parent.state.notes == ["somebody knocks"])
    parent.send(.change { $0.lodger = nil })
    #expect(child.store == nil)
  }

  @Test func `each action of a child that a list names is one of its parent's, with the id of its element`() {
    let queue = ChildList(\House.queue, embed: HouseAction.queue) { action in
      if case .queue(let id, let action) = action { (id, action) } else { nil }
    }
    let parent = makeParent(House(queue: [House.Guest(id: 1), House.Guest(id: 2)]))
    let heard = Recorder<Int>()
    let subscription = parent.runtime.subscribe(toActions: { if case .queue(let id, _) = $0 { heard.record(id) } })
    let children = parent.children(queue) { self.makeJournal($0.notes) }
    children[2]?.send(.note("knock"))
    #expect(parent.state.notes == ["somebody knocks"])
    #expect(heard.values == [2])
    subscription.cancel()
  }

  @Test func `a child ends with its part`() async {
    let parent = makeParent(House(lodger: []))
    let child = lodger(of: parent)
    let store = child.store
    let handle = store?.send(.run(waiting()))
    #expect(store?.isTaskRunning(id: "wait") == true)
    parent.send(.change { $0.lodger = nil })
    #expect(child.store == nil)
    #expect(store?.runningTaskCount == 0)
    await handle?.value
    store?.send(.note("late"))
    #expect(store?.state == [])
    #expect(parent.state.notes == [])
    parent.send(.change { $0.lodger = ["b"] })
    #expect(child.store?.state == ["b"])
    #expect(child.store !== store)
  }

  @Test func `a child that is made again gets the changes of its own part`() {
    let parent = makeParent(House(lodger: []))
    let child = lodger(of: parent)
    let former = child.store
    parent.send(.change { $0.lodger = nil })
    parent.send(.change { $0.lodger = [] })
    parent.send(.change { $0.lodger = ["a", "b"] })
    #expect(former?.state == [])
    #expect(child.store?.state == ["told 2"])
  }

  @Test func `another id has another child`() {
    let parent = makeParent(House(guest: .init(id: 1)))
    let child = parent.child(\.guest) {
      self.makeJournal(["\($0.id)"])
    } input: { guest, journal in
      journal.send(.note("told \(guest.id)"))
    }
    let first = child.store
    first?.send(.run(waiting()))
    parent.send(.change { $0.guest = .init(id: 1, notes: ["a"]) })
    #expect(child.store === first)
    parent.send(.change { $0.guest = .init(id: 2) })
    #expect(first?.state == ["1", "told 1"])
    #expect(first?.runningTaskCount == 0)
    #expect(child.store?.state == ["2"])
    parent.send(.change { $0.guest = .init(id: 2, notes: ["b"]) })
    #expect(child.store?.state == ["2", "told 2"])
    #expect(first?.state == ["1", "told 1"])
  }

  @Test func `observers of a child's place are notified only when the child appears or ends`() {
    let parent = makeParent()
    let child = lodger(of: parent)
    func track() -> Recorder<Int> {
      let told = Recorder<Int>()
      withObservationTracking {
        _ = child.store
      } onChange: {
        told.record(1)
      }
      return told
    }
    let coming = track()
    parent.send(.note("of the house"))
    #expect(coming.values.isEmpty)
    parent.send(.change { $0.lodger = [] })
    #expect(coming.values == [1])
    let going = track()
    parent.send(.change { $0.lodger = ["a"] })
    child.store?.send(.note("b"))
    #expect(going.values.isEmpty)
    parent.send(.change { $0.lodger = nil })
    #expect(going.values == [1])
  }

  @Test func `a cancelled place has no child any more`() {
    let parent = makeParent(House(lodger: []))
    let told = Recorder<[String]>()
    let child = parent.child(\.lodger) {
      self.makeJournal($0)
    } input: { notes, _ in
      told.record(notes)
    }
    let store = child.store
    store?.send(.run(waiting()))
    child.cancel()
    #expect(child.store == nil)
    #expect(store?.runningTaskCount == 0)
    parent.send(.change { $0.lodger = ["b"] })
    #expect(told.values.isEmpty)
    parent.send(.change { $0.lodger = nil })
    parent.send(.change { $0.lodger = ["a"] })
    #expect(child.store == nil)
  }

  // MARK: Comparisons

  @Test func `a custom comparison decides which changes a child gets`() {
    func areAsLong(_ first: House.Guest, _ second: House.Guest) -> Bool { first.notes.count == second.notes.count }
    let parent = makeParent(House(lodger: ["a"], guest: .init(id: 1), queue: [.init(id: 1)]))
    let told = Recorder<String>()
    func haveAsMany(_ first: [String], _ second: [String]) -> Bool { first.count == second.count }
    let lodger = parent.child(\.lodger, by: haveAsMany) { _ in
      self.makeJournal([])
    } input: { _, _ in
      told.record("lodger")
    }
    let guest = parent.child(\.guest, by: areAsLong) { _ in
      self.makeJournal([])
    } input: { _, _ in
      told.record("guest")
    }
    let queue = parent.children(\.queue, by: areAsLong) { _ in
      self.makeJournal([])
    } input: { _, _ in
      told.record("queue")
    }
    parent.send(.change { $0.lodger = ["b"] })
    #expect(told.values.isEmpty && lodger.store != nil)
    parent.send(
      .change {
        $0.lodger = []
        $0.guest?.notes = ["a"]
        $0.queue[0].notes = ["a"]
      }
    )
    #expect(told.values.sorted() == ["guest", "lodger", "queue"])
    parent.send(
      .change {
        $0.guest?.notes = ["b"]
        $0.queue[0].notes = ["b"]
      }
    )
    #expect(told.values.count == 3)
    let former = guest.store
    parent.send(.change { $0.guest = .init(id: 2, notes: ["b"]) })
    #expect(guest.store !== former)
    #expect(queue.ids == [1])
  }

  // MARK: Order

  @Test func `a child is made after the one that it replaces has ended`() {
    let parent = makeParent(House(guest: .init(id: 1)))
    var former: Journal?
    var counts: [Int?] = []
    let child = parent.child(\.guest) { _ in
      counts.append(former?.runningTaskCount)
      let journal = self.makeJournal([])
      former = journal
      return journal
    }
    child.store?.send(.run(waiting()))
    parent.send(.change { $0.guest = .init(id: 2) })
    #expect(counts == [nil, 0])
  }

  @Test func `children of new elements are made after those of departed ones have ended`() {
    let parent = makeParent(House(queue: [.init(id: 1)]))
    var former: Journal?
    var counts: [Int?] = []
    let children = parent.children(\.queue) { _ in
      counts.append(former?.runningTaskCount)
      let journal = self.makeJournal([])
      former = journal
      return journal
    }
    children[1]?.send(.run(waiting()))
    parent.send(.change { $0.queue = [.init(id: 2)] })
    #expect(counts == [nil, 0])
    #expect(children.ids == [2])
  }

  // MARK: Many

  @Test func `each element of a collection has a child`() {
    let parent = makeParent(House(queue: (1...3).map { .init(id: $0) }))
    let children = parent.children(\.queue) { guest in
      self.makeJournal(["\(guest.id)"])
    } input: { guest, journal in
      journal.send(.note("told \(guest.notes.count)"))
    } output: { id, action, notes in
      if case .note(let text) = action, !text.hasPrefix("told") {
        .note("\(id): \(text) of \(notes.count)")
      } else {
        nil
      }
    }
    let second = children[2]
    let third = children[3]
    third?.send(.run(waiting()))
    #expect(children.ids == [1, 2, 3])
    second?.send(.note("a"))
    #expect(parent.state.notes == ["2: a of 2"])
    parent.send(.change { $0.queue = [.init(id: 4), .init(id: 2, notes: ["x"]), .init(id: 1)] })
    #expect(children.ids == [4, 2, 1])
    #expect(children.stores.map { $0.state.first } == ["4", "2", "1"])
    #expect(children[2] === second)
    #expect(second?.state == ["2", "a", "told 1"])
    #expect(children[3] == nil)
    #expect(third?.runningTaskCount == 0)
    third?.send(.note("late"))
    #expect(parent.state.notes == ["2: a of 2"])
    #expect(made.values.count == 4)
    children.cancel()
    #expect(children.stores.isEmpty)
  }

  @Test func `a change of one element reaches one of a thousand children`() {
    let parent = makeParent(House(queue: (0..<1_000).map { .init(id: $0) }))
    let told = Recorder<Int>()
    let children = parent.children(\.queue) { _ in
      self.makeJournal([])
    } input: { guest, _ in
      told.record(guest.id)
    }
    parent.send(.change { $0.queue[500].notes = ["a"] })
    #expect(told.values == [500])
    let former = children.stores
    parent.send(.change { $0.queue.removeFirst(999) })
    #expect(children.ids == [999])
    #expect(children.stores.first === former.last)
  }

  @Test func `children of a collection end with their parent`() async {
    var parent: Store<House, HouseAction>? = makeParent(House(queue: [.init(id: 1)]))
    weak let weakParent = parent
    let children = parent?.children(\.queue) { _ in self.makeJournal([]) }
    let store = children?[1]
    store?.send(.run(waiting()))
    parent = nil
    #expect(weakParent == nil)
    await executor.settle()
    #expect(store?.runningTaskCount == 0)
    #expect(children?.ids == [])
  }

  @Test func `the end of a place without a child notifies nobody`() {
    let parent = makeParent()
    let lodger = lodger(of: parent)
    let changes = Recorder<Bool>()
    withObservationTracking {
      _ = lodger.store
    } onChange: {
      changes.record(true)
    }
    lodger.cancel()
    #expect(changes.values.isEmpty)
  }
}
