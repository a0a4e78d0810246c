import ElmEngine
import Observation
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Parts of a state that are observed separately: which change notifies which observer, and at what cost.
@MainActor
@Suite struct SliceObservationTests {
  private let store = makeHouse(House(notes: ["a"], owner: ["o"], queue: (0..<10).map { .init(id: $0) }))

  /// Counts the next change of the values read.
  private func track(_ read: () -> Void) -> ManagedAtomic<Int> {
    let tally = ManagedAtomic(0)
    withObservationTracking(read) { tally.add() }
    return tally
  }

  // MARK: Notified observers

  @Test func `an observer of a property is notified of that property only`() {
    let notes = track { _ = store.notes }
    let owner = track { _ = store.owner }
    let all = track { _ = store.state }
    store.send(.note("b"))
    #expect([notes.value, owner.value, all.value] == [1, 0, 1])
    store.send(.change { $0.owner.append("p") })
    #expect([notes.value, owner.value, all.value] == [1, 1, 1])
  }

  @Test func `an action that changes nothing notifies only observers of the whole state`() {
    let owner = store.scope(\.owner) { .owner($0) }
    let rows = store.scopes(\.queue) { .queue($0, $1) }
    let tallies = [
      track { _ = store.notes },
      track { _ = owner.state },
      track { _ = owner.count },
      track { _ = store.scope(\.lodger) { $0 } },
      track { _ = store.scope(\.guest) { $0 } },
      track { _ = store.scopes(\.queue) { .queue($0, $1) } },
      track { _ = store.scope(\.queue, element: 1) { .queue($0, $1) } },
      track { _ = rows[3].state },
      track { _ = rows[3].notes },
    ]
    let all = track { _ = store.state }
    store.send(.change { _ in })
    // Equal, in another buffer.
    store.send(.change { $0.queue = $0.queue.map { House.Guest(id: $0.id, notes: Array($0.notes)) } })
    store.send(.change { $0.notes = ["a"] })
    #expect(all.value == 1)
    #expect(tallies.map(\.value) == Array(repeating: 0, count: tallies.count))
  }

  @Test func `an observer that reads through a scope is notified of its child only`() {
    let owner = store.scope(\.owner) { .owner($0) }
    let state = track { _ = owner.state }
    let count = track { _ = owner.count }
    store.send(.note("b"))
    #expect([state.value, count.value] == [0, 0])
    store.send(.change { $0.owner = ["another"] })
    #expect([state.value, count.value] == [1, 0])
    owner.send(.note("p"))
    #expect([state.value, count.value] == [1, 1])
  }

  @Test func `an observer that asks for an optional child is notified of its presence only`() {
    let absent = track { _ = store.scope(\.lodger) { $0 } }
    store.send(.note("b"))
    #expect(absent.value == 0)
    store.send(.change { $0.lodger = [] })
    #expect(absent.value == 1)
    let present = track { _ = store.scope(\.lodger) { $0 } }
    store.send(.lodger(.note("c")))
    #expect(present.value == 0)
    store.send(.change { $0.lodger = nil })
    #expect(present.value == 1)
  }

  @Test func `an observer that asks for a child with an id is notified when another one replaces it`() {
    store.send(.change { $0.guest = House.Guest(id: 1) })
    let tally = track { _ = store.scope(\.guest) { $0 } }
    store.send(.guest(.note("b")))
    #expect(tally.value == 0)
    store.send(.change { $0.guest = House.Guest(id: 2) })
    #expect(tally.value == 1)
  }

  @Test func `an observer that asks for a collection's scopes is notified of its order only`() {
    func scopes() -> ManagedAtomic<Int> { track { _ = store.scopes(\.queue) { .queue($0, $1) } } }
    let contents = scopes()
    store.send(.queue(3, .note("b")))
    #expect(contents.value == 0)
    store.send(.change { $0.queue.swapAt(0, 1) })
    #expect(contents.value == 1)
    let inserted = scopes()
    store.send(.change { $0.queue.append(.init(id: 100)) })
    #expect(inserted.value == 1)
    let removed = scopes()
    store.send(.change { $0.queue.removeLast() })
    #expect(removed.value == 1)
  }

  @Test func `an observer that asks for an element is notified when it appears and departs`() {
    func scope() -> ManagedAtomic<Int> { track { _ = store.scope(\.queue, element: 100) { .queue($0, $1) } } }
    let absent = scope()
    store.send(.change { $0.queue.insert(.init(id: 100), at: 0) })
    #expect(absent.value == 1)
    let present = scope()
    store.send(.change { $0.queue.reverse() })
    store.send(.queue(100, .note("a")))
    #expect(present.value == 0)
    store.send(.change { $0.queue.removeLast() })
    #expect(present.value == 1)
  }

  @Test func `an observer that asks for an absent element is not notified of other elements`() {
    let tally = track { _ = store.scope(\.queue, element: 100) { .queue($0, $1) } }
    store.send(.change { $0.queue.append(.init(id: 101)) })
    store.send(.change { $0.queue.reverse() })
    #expect(tally.value == 0)
    store.send(.change { $0.queue.append(.init(id: 100)) })
    #expect(tally.value == 1)
  }

  @Test func `an action for one of a thousand observed rows notifies that row only`() {
    store.send(.change { $0.queue = (0..<1_000).map { House.Guest(id: $0) } })
    let rows = store.scopes(\.queue) { .queue($0, $1) }
    let tallies = rows.map { row in track { _ = row.state } }
    rows[500].send(.note("a"))
    #expect(tallies.map(\.value).reduce(0, +) == 1)
    #expect(tallies[500].value == 1)
  }

  @Test func `an observer of an element is notified of its changes, wherever it has moved`() {
    let row = store.scopes(\.queue) { .queue($0, $1) }[2]
    let tally = track { _ = row.notes }
    store.send(.change { $0.queue.reverse() })
    #expect(tally.value == 0)
    store.send(.change { $0.queue = [.init(id: 50)] + $0.queue.filter { $0.id < 5 }.shuffled() })
    #expect(tally.value == 0)
    store.send(.queue(2, .note("a")))
    #expect(tally.value == 1)
  }

  @Test func `a custom comparison decides what is a change`() {
    func areAsLong(_ first: [String], _ second: [String]) -> Bool { first.count == second.count }
    store.send(.change { $0.lodger = ["l"] })
    let owner = store.scope(
      Child(\.owner) {
        .owner($0)
      } extract: { _ in
        nil
      },
      by: areAsLong
    )
    let lodger = store.scope(
      Child(\.lodger) {
        .lodger($0)
      } extract: { _ in
        nil
      },
      by: areAsLong
    )
    let rows = store.scopes(
      ChildList(\.queue) {
        .queue($0, $1)
      } extract: { _ in
        nil
      },
      by: { $0.notes.count == $1.notes.count }
    )
    let tallies = [track { _ = owner.state }, track { _ = lodger?.state }, track { _ = rows[1].state }]
    // A part of it uses its own comparison.
    let part = track { _ = owner.first }
    store.send(
      .change {
        $0.owner = ["x"]
        $0.lodger = ["x"]
      }
    )
    #expect(tallies.map(\.value) == [0, 0, 0])
    #expect(part.value == 1)
    store.send(.owner(.note("y")))
    store.send(.lodger(.note("y")))
    store.send(.queue(1, .note("y")))
    #expect(tallies.map(\.value) == [1, 1, 1])
    #expect(owner.state == ["x", "y"])
  }

  @Test func `a custom comparison applies to a child in a case of an enum, and to an element`() {
    func areAsLong(_ first: [String], _ second: [String]) -> Bool { first.count == second.count }
    func areAsLong(_ first: House.Guest, _ second: House.Guest) -> Bool { areAsLong(first.notes, second.notes) }
    store.send(
      .change {
        $0.visit = .friend(["a"])
        $0.call = .relative(.init(id: 1))
      }
    )
    let friend = store.scope(
      Child(\.friend) {
        .visit($0)
      } extract: { _ in
        nil
      },
      by: areAsLong
    )
    let relative = store.scope(
      Child(\.relative) {
        .relative($0)
      } extract: { _ in
        nil
      },
      by: areAsLong
    )
    let element = store.scope(
      ChildList(\.queue) {
        .queue($0, $1)
      } extract: { _ in
        nil
      },
      element: 1,
      by: areAsLong
    )
    let tallies = [track { _ = friend?.state }, track { _ = relative?.state }, track { _ = element?.state }]
    store.send(.change { $0.visit = .friend(["b"]) })
    #expect(tallies.map(\.value) == [0, 0, 0])
    store.send(
      .change {
        $0.visit = .friend(["b", "c"])
        $0.call = .relative(.init(id: 1, notes: ["a"]))
        $0.queue[1].notes = ["a"]
      }
    )
    #expect(tallies.map(\.value) == [1, 1, 1])
    store.send(.change { $0.call = .relative(.init(id: 2)) })
    #expect(relative?.hasDeparted == true)
  }

  // MARK: Timing

  @Test func `observers of a part are notified once the change is made`() {
    let seen = Mutex<[[String]]>([])
    let store = store
    withObservationTracking {
      _ = store.notes
    } onChange: {
      MainActor.assumeIsolated { seen.withLock { $0 += [store.notes, store.state.notes] } }
    }
    store.send(.note("b"))
    #expect(seen.withLock { $0 } == [["a", "b"], ["a", "b"]])
  }

  @Test func `an action that an observer of a part sends is handled after the change`() {
    let store = store
    withObservationTracking {
      _ = store.owner
    } onChange: {
      MainActor.assumeIsolated { _ = store.send(.note("b")) }
    }
    store.send(.owner(.note("c")))
    #expect(store.notes == ["a", "owner of 2 said c", "b"])
  }

  @Test func `a send inside a tracking closure loses no later change`() {
    let tally = track {
      _ = store.notes
      store.send(.note("b"))
      _ = store.notes
    }
    store.send(.note("c"))
    #expect(tally.value == 1)
  }

  @Test func `tracking again in each change, as a view does, misses nothing`() {
    for number in 1...100 {
      let notes = track { _ = store.notes }
      let owner = track { _ = store.owner }
      store.send(.note("\(number)"))
      #expect([notes.value, owner.value] == [1, 0])
    }
  }

  @Test func `an observer that starts tracking while a change is announced is notified of the next one`() {
    let later = ManagedAtomic(0)
    let store = store
    withObservationTracking {
      _ = store.notes
    } onChange: {
      MainActor.assumeIsolated {
        withObservationTracking {
          _ = store.notes
        } onChange: {
          later.add()
        }
      }
    }
    store.send(.note("b"))
    #expect(later.value == 0)
    store.send(.note("c"))
    #expect(later.value == 1)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `Observations of a part deliver its changes`() async {
    let store = store
    let observations = Observations { store.owner.count }
    var seen: [Int] = []
    for await count in observations {
      seen.append(count)
      guard count < 4 else { break }
      store.send(.note("of the house"))
      store.send(.owner(.note("p")))
    }
    #expect(seen == [1, 2, 3, 4])
  }

  @Test func `a state that is kept readable has parts to observe, too`() {
    let seen = Mutex<[Int]>([])
    let options = StoreOptions(keepsStateReadable: true)
    let reader = Recorder<Store<[Int], Int>>()
    let tally = ManagedAtomic(0)
    let store = Store<[Int], Int>(initialState: [], options: options) { state, action in
      state.append(action)
      if action == 1, let store = reader.values.first {
        // The state before, as the store shows it; the change is still to come.
        withObservationTracking {
          seen.withLock { $0.append(store.count) }
        } onChange: {
          tally.add()
        }
      }
      return .none
    }
    reader.record(store)
    store.send(1)
    #expect(seen.withLock { $0 } == [0])
    #expect(tally.value == 1)
  }

  // MARK: Cost

  /// Counts how often it is compared.
  private struct Compared: Equatable, Sendable {
    static let count = ManagedAtomic(0)
    var number = 0

    static func == (first: Compared, second: Compared) -> Bool {
      count.add()
      return first.number == second.number
    }
  }

  @Test func `parts that are no longer observed are not compared`() {
    struct Two: Equatable {
      var first = Compared()
      var second = Compared()
    }
    let store = Store<Two, Int>(initialState: Two()) { state, action in
      state.first.number = action
      return .none
    }
    let scope = store.scope(\.second) { $0 }
    _ = store.first
    _ = scope.state
    store.send(1)
    #expect(Compared.count.value == 0)
    let tally = track { _ = store.first }
    store.send(2)
    #expect(tally.value == 1)
    #expect(Compared.count.value == 1)
    store.send(3)
    store.send(4)
    #expect(Compared.count.value == 1)
    #expect(scope.state.number == 0)
  }

  @Test func `parts of a scope that are no longer observed are not compared`() {
    let owner = store.scope(\.owner) { .owner($0) }
    let comparisons = ManagedAtomic(0)
    for number in 1...1_000 {
      // As a view does, which asks again each time.
      let tally = track {
        let number = Child(\[String].number) { (action: JournalAction) in
          action
        } extract: {
          $0
        }
        let count = owner.scope(number) { (former: Int, new: Int) in
          comparisons.add()
          return former == new
        }
        _ = count.state
      }
      owner.send(.note("\(number)"))
      #expect(tally.value == 1)
    }
    #expect(comparisons.value == 1_000)
  }

  // Each was checked at the next change, which cost more than the read and the send.
  @Test func `a read outside an observation has nothing checked`() {
    let owner = store.scope(\.owner) { .owner($0) }
    _ = (store.notes, owner.state, owner.count, owner.hasDeparted)
    #expect(Store.slices(of: store).listedCount == 0)
    let notes = track { _ = store.notes }
    #expect(Store.slices(of: store).listedCount == 1)
    store.send(.note("b"))
    #expect(notes.value == 1)
  }

  @Test func `asking repeatedly in an unchanged state keeps only a few parts`() {
    for _ in 1...1_000 {
      _ = store.scope(
        Child(\.friend) {
          .visit($0)
        } extract: { _ in
          nil
        },
        by: { (old: [String], new) in old == new }
      )
      _ =
        store.scope(
          Child(\.owner) {
            .owner($0)
          } extract: { _ in
            nil
          },
          by: { $0 == $1 }
        ).state
    }
    #expect(Store.slices(of: store).listedCount <= 64)
  }

  /// An id of which a test can tell whether it is still referenced.
  private final class Token: Hashable, Sendable {
    static func == (first: Token, second: Token) -> Bool { first === second }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Registry {
    struct Entry: Equatable, Identifiable {
      var id = Token()
    }

    var entries = [Entry()]

    subscript(token: Token) -> Int { entries.count }
  }

  // Absent elements were kept while another one was observed, and parts of a key path until others were observed.
  @Test func `asking for new parts repeatedly keeps only a few of them`() {
    let store = Store<Registry, Int>(initialState: Registry()) { state, _ in (state, .none) }
    let entries = store.scopes(\.entries) { $1 }
    let tally = track { _ = entries[0].state }
    var kept: [() -> Bool] = []
    for _ in 1...1_000 {
      let token = Token()
      _ = store.scope(\.entries, element: token) { $1 }
      _ = store.scope(\.[token]) { $0 }
      kept.append { [weak token] in token != nil }
    }
    #expect(kept.filter { $0() }.count <= 2 * 32)
    store.send(1)
    #expect(tally.value == 0)
  }

  /// An element that counts how often one is compared.
  private struct ComparedElement: Equatable, Identifiable, Sendable {
    static let count = ManagedAtomic(0)
    let id: Int
    var number = 0

    static func == (first: ComparedElement, second: ComparedElement) -> Bool {
      count.add()
      return first.id == second.id && first.number == second.number
    }
  }

  @Test func `a collection that an action does not change is not compared`() {
    struct Elements {
      var elements = (0..<10).map { ComparedElement(id: $0) }
      var text = ""
    }
    let store = Store<Elements, Int>(initialState: Elements()) { state, action in
      if action < 10 { state.elements[action].number += 1 } else { state.text += "a" }
      return .none
    }
    let elements = store.scopes(\.elements) { id, _ in id } as [ScopedStore<ComparedElement, Int>]
    let tallies = elements.map { element in track { _ = element.number } }
    store.send(10)
    #expect(ComparedElement.count.value == 0)
    store.send(3)
    // Each with its former value, and the changed one once more.
    #expect(ComparedElement.count.value == 11)
    #expect(tallies.map(\.value) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  }

  private struct Probed {
    var probe = UniquenessProbe()
    var text = ""
  }

  @Test func `a part that is read between two changes is not kept for the second`() {
    let store = Store<Probed, Int>(initialState: Probed()) { state, action in
      state.probe.change()
      return .none
    }
    _ = store.text
    store.send(1)
    let scope = store.scope(
      Child(\.probe) {
        $0
      } extract: { _ in
        nil
      },
      by: { $0.changesInPlace == $1.changesInPlace }
    )
    _ = scope.state
    store.send(2)
    #expect(scope.state.changesInPlace == [true, true])
  }

  @Test func `a state is changed in place while other parts of it are observed`() {
    let store = Store<Probed, Int>(initialState: Probed()) { state, action in
      state.probe.change()
      return .none
    }
    let scope = store.scope(
      Child(\.probe) {
        $0
      } extract: { _ in
        nil
      },
      by: { $0.changesInPlace == $1.changesInPlace }
    )
    _ = scope.state
    let tally = track { _ = store.text }
    store.send(1)
    #expect(scope.state.changesInPlace == [true])
    let probe = track { _ = scope.state }
    store.send(2)
    // Kept for the comparison.
    #expect(scope.state.changesInPlace == [true, false])
    store.send(3)
    #expect(scope.state.changesInPlace == [true, false, true])
    #expect([tally.value, probe.value] == [0, 1])
  }
}

extension [String] {
  fileprivate var number: Int {
    get { count }
    set {}
  }
}
