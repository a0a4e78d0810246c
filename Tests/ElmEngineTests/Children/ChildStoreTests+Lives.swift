import ElmEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// The life of a child: what keeps it and what ends it, also in the middle of a change.
extension ChildStoreTests {
  @Test func `a child ends with its parent, and nothing keeps a parent`() async {
    var parent: Store<House, HouseAction>? = makeParent(House(lodger: []))
    weak let weakParent = parent
    let place = parent.map { lodger(of: $0) }
    let store = place?.store
    store?.send(.run(waiting()))
    #expect(store?.isTaskRunning(id: "wait") == true)
    parent = nil
    #expect(weakParent == nil)
    await executor.settle()
    #expect(store?.runningTaskCount == 0)
    #expect(place?.store == nil)
  }

  @Test func `a child ends with the object that holds it`() async {
    let parent = makeParent(House(lodger: [], queue: [.init(id: 1)]))
    var place: ChildStore<Journal>? = lodger(of: parent)
    var queue: ChildStores<Int, Journal>? = parent.children(\.queue) { self.makeJournal($0.notes) }
    let stores = [place?.store, queue?[1]].compactMap { $0 }
    for store in stores { store.send(.run(waiting())) }
    #expect(stores.map(\.runningTaskCount) == [1, 1])
    (place, queue) = (nil, nil)
    await executor.settle()
    #expect(stores.map(\.runningTaskCount) == [0, 0])
    stores[0].send(.note("late"))
    #expect(stores[0].state == [] && parent.state.notes == [])
  }

  @Test(arguments: ["child", "children"])
  func `what nobody holds leaves nothing behind in the parent`(kind: String) {
    let parent = makeParent(House(lodger: ["a"], queue: [.init(id: 1)]))
    var (stores, places): ([() -> Journal?], [() -> AnyObject?]) = ([], [])
    func note(_ store: Journal?, _ place: AnyObject) {
      stores.append { [weak store] in store }
      places.append { [weak place] in place }
    }
    for _ in 0..<10 {
      if kind == "child" {
        let place = lodger(of: parent)
        note(place.store, place)
      } else {
        let place = parent.children(\.queue) {
          self.makeJournal($0.notes)
        } input: { _, _ in
        } output: { _, _, _ in
          nil
        }
        note(place[1], place)
      }
    }
    #expect(stores.count == 10 && stores.allSatisfy { $0() == nil } && places.allSatisfy { $0() == nil })
    let made = made.values.count
    parent.send(.change { ($0.lodger, $0.queue) = (nil, []) })
    parent.send(.change { ($0.lodger, $0.queue) = ([], [.init(id: 2)]) })
    #expect(self.made.values.count == made)
    #expect(Store.slices(of: parent).listedCount == 0)
  }

  @Test(.enabled(if: isDebugBuild)) func `a second child of one type for a part is reported at its line`() {
    let issues = IssueLog()
    let options = StoreOptions(executor: executor, onIssue: issues.record)
    let parent = Store(initialState: House(lodger: [], guest: .init(id: 1)), options: options, reducer: bareHouse)
    let first = lodger(of: parent)
    let others = [
      parent.children(\.queue) { self.makeJournal($0.notes) } as AnyObject,
      parent.child(\.guest) { _ in self.makeJournal([]) },
      parent.child(\.lodger) { (_: [String]) in Store<Int, Int>(initialState: 0) { (_: inout Int, _) in .none } },
    ]
    let line = UInt(#line) + 1
    let second = parent.child(\.lodger) { self.makeJournal($0) }
    #expect(issues.all.map(\.location?.line) == [line] && others.count == 3 && second.store != nil)
    guard case .repeatedChild? = issues.all.first?.kind else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(
      issues.all.first?.message == """
        Made a second 'ChildStore<Store<Array<String>, JournalAction>>' for one part of a store, which has one already.

        Each makes a child of its own: both get the values of the part, and the output of both goes to the parent.

        Make it once, where the parent is made and not in the body of a view, or cancel the first one.
        """
    )
    first.cancel()
    second.cancel()
    let third = lodger(of: parent)
    let queue = parent.children(\.queue) { self.makeJournal($0.notes) }
    #expect(third.store != nil && queue.ids == [] && issues.all.count == 2)
  }

  @Test func `a scope's child ends in the turn in which the scope departs`() {
    let issues = Recorder<RuntimeIssue>()
    let parent = Store(
      initialState: House(guest: .init(id: 1)),
      options: StoreOptions(executor: executor, onIssue: { issues.record($0) }),
      reducer: bareHouse
    )
    let child = parent.scope(\.guest) { $0 }?.child(\.notes.first) { (note: String) in
      self.makeJournal([note])
    } output: { _, _ in
      .note("put out")
    }
    #expect(child?.store == nil)
    parent.send(.change { $0.guest?.notes = ["a"] })
    let store = child?.store
    store?.send(.run(waiting()))
    #expect(store?.state == ["a"])
    parent.send(.change { $0.guest = nil })
    #expect(child?.store == nil)
    #expect(store?.runningTaskCount == 0)
    store?.send(.note("late"))
    #expect(issues.values.isEmpty)
  }

  @Test func `observers of an ended child are notified of dropped actions, without an issue`() {
    let (observer, issues) = (EventRecorder(), IssueLog())
    let parent = makeParent(House(lodger: []))
    let child = parent.child(\.lodger) { _ in
      Journal(options: StoreOptions(executor: self.executor, observers: [observer], onIssue: issues.record))
    }
    let store = child.store
    parent.send(.change { $0.lodger = nil })
    #expect(store?.send(.note("late")).isFinished == true)
    #expect(store?.state == [])
    #expect(observer.events == ["drop from nobody"])
    #expect(issues.all.isEmpty)
  }

  @Test func `a child tells which store adopts it, and that it ends with its part`() {
    let events = RecordedEvents()
    let parent = Store(
      initialState: House(lodger: ["a"]),
      options: StoreOptions(name: "house", executor: executor),
      reducer: bareHouse
    )
    let journal = makeJournal([])
    journal.runtime.observe(events)
    let child = parent.child(\.lodger) { _ in journal }
    #expect(child.store === journal)
    parent.send(.change { $0.lodger = nil })
    let lives = events.all.compactMap { event in
      switch event.kind {
      case .storeAdopted(let parent): "adopted by \(parent)"
      case .storeEnded: "ended"
      case .storeStopped: "stopped"
      default: nil
      }
    }
    #expect(lives == ["adopted by house", "ended"])
  }

  @Test func `a store that is used as a child twice is reported`() {
    let issues = IssueLog()
    let parent = Store(
      initialState: House(lodger: ["a"]),
      options: StoreOptions(executor: executor, onIssue: issues.record),
      reducer: bareHouse
    )
    let journal = makeJournal([])
    let child = parent.child(\.lodger) { _ in journal }
    #expect(child.store === journal)
    #expect(issues.all.isEmpty)
    // It has ended with the part.
    parent.send(.change { $0.lodger = nil })
    parent.send(.change { $0.lodger = ["b"] })
    #expect(issues.all.count == 1)
    // It is a child of the first of them.
    let other = makeJournal([])
    let children = parent.scope(\.guest) { $0 }
    #expect(children == nil)
    parent.send(.change { $0.guest = .init(id: 1, notes: ["a", "b"]) })
    _ = parent.scope(\.guest) { $0 }?.children(\.entries) { _ in other }
    #expect(issues.all.count == 2)
    let messages = issues.all.map { $0.message.prefix { $0 != "\n" } }
    #expect(
      messages
        == Array(repeating: "A store was used as a child that is one already, or has been one before.", count: 2)
    )
    #expect(issues.all.allSatisfy { if case .reusedChild = $0.kind { true } else { false } })
  }

  @Test func `a scope can be a child again`() {
    let issues = IssueLog()
    let parent = Store(
      initialState: House(lodger: ["a"]),
      options: StoreOptions(executor: executor, onIssue: issues.record),
      reducer: bareHouse
    )
    let journal = makeJournal([])
    let child = parent.child(\.lodger) { _ in journal.scope(\.count) { (note: JournalAction) in note } }
    parent.send(.change { $0.lodger = nil })
    parent.send(.change { $0.lodger = ["b"] })
    #expect(child.store?.state == 0)
    #expect(issues.all.isEmpty)
  }

  @Test func `a scope's children end in the turn in which the scope departs`() {
    let parent = makeParent(House(guest: .init(id: 1, notes: ["a", "b"])))
    let children = parent.scope(\.guest) { $0 }?.children(\.entries) { self.makeJournal([$0.text]) }
    let stores = children?.stores ?? []
    #expect(stores.map(\.state) == [["a"], ["b"]])
    for store in stores { store.send(.run(waiting())) }
    parent.send(.change { $0.guest = nil })
    #expect(children?.ids == [])
    #expect(stores.map(\.runningTaskCount) == [0, 0])
  }

  @Test func `a departed scope has no children, and asking for one is reported`() {
    let issues = IssueLog()
    let parent = Store(
      initialState: House(guest: .init(id: 1, notes: ["a"])),
      options: StoreOptions(executor: executor, onIssue: issues.record),
      reducer: bareHouse
    )
    let guest = parent.scope(\.guest) { $0 }
    parent.send(.change { $0.guest = nil })
    let child = guest?.child(\.notes.first) { (note: String) in self.makeJournal([note]) }
    let children = guest?.children(\.entries) { self.makeJournal([$0.text]) }
    #expect(child?.store == nil)
    #expect(children?.ids == [])
    #expect(made.values.isEmpty)
    #expect(issues.all.count == 2)
    for issue in issues.all { #expect("\(issue.kind)" == #"absentChild(action: "a store for a part")"#) }
    #expect(issues.all.allSatisfy { $0.message.hasPrefix("Asked a scoped store, whose own child has departed,") })
  }

  @Test func `the end of a child that is a scope of another store leaves that store running`() {
    let parent = makeParent(House(lodger: []))
    let other = makeParent()
    let child = parent.child(\.lodger) { _ in other.scope(\.owner) { .owner($0) } }
    let owner = child.store
    other.send(
      .run(
        .cancellable(
          { [gate] in
            await gate.wait()
            return .note("late")
          },
          "wait"
        )
      )
    )
    parent.send(.change { $0.lodger = nil })
    #expect(child.store == nil)
    #expect(other.isTaskRunning(id: "wait"))
    owner?.send(.note("a"))
    #expect(other.state.notes == ["owner of 0 said a"])
  }

  @Test func `the children of a child end with it`() {
    let parent = makeParent(House(lodger: ["a"]))
    let child = lodger(of: parent)
    let store = child.store
    let one = store?.child(\.first) { (note: String) in self.makeJournal([note]) }
    let grandchild = one?.store
    grandchild?.send(.run(waiting()))
    #expect(grandchild?.isTaskRunning(id: "wait") == true)
    parent.send(.change { $0.lodger = nil })
    #expect(one?.store == nil)
    #expect(grandchild?.runningTaskCount == 0)
    withExtendedLifetime(store) {}
  }

  @Test func `a store that is stopped has no children until it starts again`() {
    let parent = makeParent(House(lodger: ["a"], queue: [.init(id: 1)]))
    let child = lodger(of: parent)
    let children = parent.children(\.queue) { _ in self.makeJournal([]) }
    let former = [child.store, children[1]].compactMap { $0 }
    for store in former { store.send(.run(waiting())) }
    parent.runtime.stop()
    #expect(child.store == nil && children.ids == [])
    #expect(former.map(\.runningTaskCount) == [0, 0])
    parent.runtime.start()
    #expect(child.store?.state == ["a"] && children.ids == [1])
    #expect(child.store !== former.first)
  }

  @Test func `a child that has ended does not start again`() {
    let parent = makeParent(House(lodger: []))
    let child = lodger(of: parent)
    let store = child.store
    parent.send(.change { $0.lodger = nil })
    store?.runtime.start()
    store?.send(.note("late"))
    store?.send(.run(waiting()))
    #expect(store?.state == [] && store?.runningTaskCount == 0)
  }

  @Test func `actions that a child handles while it is made are not passed to the parent`() {
    let parent = makeParent(House(lodger: ["a"]))
    let child = lodger(of: parent)
    #expect(child.store?.state == ["a"])
    #expect(parent.state.notes == [])
  }

  // MARK: Cancels inside of changes

  @Test func `a place that its observer cancels has no child`() {
    let parent = makeParent()
    let child = lodger(of: parent)
    withObservationTracking {
      _ = child.store
    } onChange: {
      MainActor.assumeIsolated { child.cancel() }
    }
    parent.send(.change { $0.lodger = ["a"] })
    #expect(child.store == nil)
    #expect(made.values.isEmpty)
  }

  @Test func `an observer that cancels a place when its child departs is notified once`() {
    let parent = makeParent(House(lodger: []))
    let child = lodger(of: parent)
    let told = Recorder<Int>()
    withObservationTracking {
      _ = child.store
    } onChange: {
      told.record(1)
      MainActor.assumeIsolated { child.cancel() }
    }
    parent.send(.change { $0.lodger = nil })
    parent.send(.change { $0.lodger = [] })
    #expect(child.store == nil)
    #expect(told.values == [1])
  }

  @Test func `a place that is cancelled while its child is made has no child`() {
    let parent = makeParent()
    var place: ChildStore<Journal>?
    var made: Journal?
    place = parent.child(\.lodger) {
      let journal = self.makeJournal($0)
      journal.send(.run(self.waiting()))
      made = journal
      place?.cancel()
      return journal
    }
    parent.send(.change { $0.lodger = ["a"] })
    #expect(place?.store == nil)
    #expect(made?.runningTaskCount == 0)
  }

  @Test func `a place for a collection that is cancelled while it changes has no children`() {
    let parent = makeParent(House(queue: [.init(id: 1)]))
    var all: ChildStores<Int, Journal>?
    var stores: [Journal] = []
    all = parent.children(\.queue) { guest in
      let journal = self.makeJournal([])
      journal.send(.run(self.waiting()))
      stores.append(journal)
      if guest.id == 3 { all?.cancel() }
      return journal
    }
    parent.send(.change { $0.queue = (1...5).map { .init(id: $0) } })
    #expect(all?.ids == [] && all?.stores.isEmpty == true)
    #expect(stores.count == 3)
    #expect(stores.map(\.runningTaskCount) == [0, 0, 0])
  }

  @Test func `children end in the order of their elements`() {
    let events = EventRecorder()
    let parent = makeParent(House(queue: (1...9).map { .init(id: $0) }))
    let all = parent.children(\.queue) { guest in
      let journal = Journal(options: StoreOptions(executor: self.executor, observers: [events]))
      journal.send(.run(.run(id: "\(guest.id)") { _ in await self.gate.wait() }))
      return journal
    }
    parent.send(.change { $0.queue = $0.queue.reversed().filter { $0.id != 5 } })
    parent.send(.change { $0.queue = [] })
    #expect(all.ids == [])
    let ends = events.events.filter { $0.hasPrefix("cancelled") }
    #expect(ends == [5, 9, 8, 7, 6, 4, 3, 2, 1].map { "cancelled \($0)" })
  }

  @Test func `places that an observer cancels when a child departs make no further children`() {
    let parent = makeParent(House(queue: [.init(id: 1)]))
    let all = parent.children(\.queue) { _ in self.makeJournal([]) }
    withObservationTracking {
      _ = all.ids
    } onChange: {
      MainActor.assumeIsolated { all.cancel() }
    }
    parent.send(.change { $0.queue = [.init(id: 2)] })
    #expect(all.ids == [])
    #expect(made.values.count == 1)
  }
}
