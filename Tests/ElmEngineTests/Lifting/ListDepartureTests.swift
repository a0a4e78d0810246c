import ElmEngine
import ElmOrderedCollections
import OrderedCollections
import StoreTesting
import Testing
import _StoreTestSupport

/// The cost of many children with effects, counted by the operations on their ids.
@MainActor
@Suite struct ListDepartureTests {
  /// An id that counts how often it is compared and hashed.
  struct CountedID: Hashable, Sendable {
    let number: Int
    let count: ManagedAtomic<Int>

    static func == (lhs: CountedID, rhs: CountedID) -> Bool {
      lhs.count.add()
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
      count.add()
      hasher.combine(number)
    }
  }

  struct Row: Identifiable, Sendable {
    let id: CountedID
    var notes: [String] = []
    var probe = UniquenessProbe()
  }

  struct Table: Sendable {
    var notes: [String] = []
    var listed: [Row] = []
    var keyed: [CountedID: Row] = [:]
    var ordered: OrderedDictionary<CountedID, Row> = [:]
    var idle: [Row] = []
  }

  indirect enum TableAction: Sendable {
    case note(String)
    case change(@Sendable (inout Table) -> Void)
    case row(CountedID, JournalAction)
  }

  /// A collection of rows, as the tests use it.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reducer: @MainActor @Sendable () -> ComposedReducer<Table, TableAction>
    let add: @Sendable (inout Table, Row) -> Void
    let remove: @Sendable (inout Table, Int) -> Void
    let change: @Sendable (inout Table, CountedID) -> Void
    let row: @Sendable (Table, CountedID) -> Row?

    static let all = [
      Kind(
        testDescription: "an array",
        reducer: {
          ListDepartureTests.tableReducer.lifting(
            ListDepartureTests.rowReducer,
            at: ChildList(\.listed, id: "rows") {
              .row($0, $1)
            } extract: {
              if case .row(let id, let action) = $0 { (id, action) } else { nil }
            }
          )
          .lifting(
            ListDepartureTests.rowReducer,
            at: ChildList(\.idle, id: "idle") {
              .row($0, $1)
            } extract: { _ in
              nil
            }
          )
        },
        add: { $0.listed.append($1) },
        remove: { table, number in table.listed.removeAll { $0.id.number == number } },
        change: { table, id in table.listed[id.number].notes.append("changed") },
        row: { table, id in table.listed.first { $0.id.number == id.number } }
      ),
      Kind(
        testDescription: "a dictionary",
        reducer: {
          ListDepartureTests.tableReducer.lifting(
            ListDepartureTests.rowReducer,
            at: ChildList(\.keyed, id: "rows") {
              .row($0, $1)
            } extract: {
              if case .row(let id, let action) = $0 { (id, action) } else { nil }
            }
          )
        },
        add: { $0.keyed[$1.id] = $1 },
        remove: { table, number in
          let index = table.keyed.firstIndex { $0.key.number == number }
          if let index { table.keyed.remove(at: index) }
        },
        change: { $0.keyed[$1]?.notes.append("changed") },
        row: { $0.keyed[$1] }
      ),
      Kind(
        testDescription: "an ordered dictionary",
        reducer: {
          ListDepartureTests.tableReducer.lifting(
            ListDepartureTests.rowReducer,
            at: ChildList(\.ordered, id: "rows") {
              .row($0, $1)
            } extract: {
              if case .row(let id, let action) = $0 { (id, action) } else { nil }
            }
          )
        },
        add: { $0.ordered[$1.id] = $1 },
        remove: { table, number in table.ordered.removeAll { $0.key.number == number } },
        change: { $0.ordered[$1]?.notes.append("changed") },
        row: { $0.ordered[$1] }
      ),
    ]
  }

  nonisolated static let rowReducer = ComposedReducer<Row, JournalAction> { row, action in
    row.probe.change()
    return keepJournal(&row.notes, action)
  }

  nonisolated static let tableReducer = ComposedReducer { (table: inout Table, action: TableAction) in
    switch action {
    case .note(let text): table.notes.append(text)
    case .change(let change): change(&table)
    case .row: break
    }
    return .none
  }

  private nonisolated static let rowCount = 200

  private let count = ManagedAtomic(0)
  private let gate = Gate()
  private let executor = TestExecutor()

  private func id(_ number: Int) -> CountedID { CountedID(number: number, count: count) }

  /// A store with rows that all have an effect.
  private func makeStore(_ kind: Kind) -> Store<Table, TableAction> {
    let store = Store(initialState: Table(), options: StoreOptions(executor: executor), reducer: kind.reducer())
    let rows = (0..<Self.rowCount).map { Row(id: id($0)) }
    store.send(
      .change { table in
        for row in rows { kind.add(&table, row) }
        table.idle = [Row(id: rows[0].id)]
      }
    )
    let effect = Effect<JournalAction>.task { [gate] in
      await gate.wait()
      return .note("late")
    }
    for row in rows { store.send(.row(row.id, .run(effect))) }
    #expect(store.runningTaskCount == Self.rowCount)
    _ = count.exchange(0, ordering: .relaxed)
    return store
  }

  private func end(_ store: some StoreEngine) async {
    store.cancel(.all)
    gate.open()
    await store.settle()
  }

  @Test(arguments: Kind.all)
  private func `an action that does not touch the list looks at no row`(kind: Kind) async {
    let store = makeStore(kind)
    store.send(.note("a"))
    #expect(count.exchange(0, ordering: .relaxed) == 0)
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `an action for a row looks for that row only`(kind: Kind) async {
    let store = makeStore(kind)
    store.send(.row(id(Self.rowCount - 1), .note("a")))
    // One pass over an array, or one look-up in a dictionary.
    #expect(count.exchange(0, ordering: .relaxed) <= Self.rowCount + 10)
    #expect(kind.row(store.state, id(Self.rowCount - 1))?.notes == ["a"])
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `an action that changes one row passes over the rows only a few times`(kind: Kind) async {
    let store = makeStore(kind)
    let id = id(7)
    store.send(.change { kind.change(&$0, id) })
    #expect(count.exchange(0, ordering: .relaxed) <= 5 * Self.rowCount)
    #expect(store.runningTaskCount == Self.rowCount)
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `an action that removes one row passes over the rows only a few times`(kind: Kind) async {
    let store = makeStore(kind)
    store.send(.change { kind.remove(&$0, 7) })
    #expect(count.exchange(0, ordering: .relaxed) <= 5 * Self.rowCount)
    #expect(store.runningTaskCount == Self.rowCount - 1)
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `an action that removes many rows passes over the rows only a few times`(kind: Kind) async {
    let store = makeStore(kind)
    store.send(
      .change { [count] table in
        for number in stride(from: 0, to: Self.rowCount, by: 2) { kind.remove(&table, number) }
        // The cost of the removals does not count.
        _ = count.exchange(0, ordering: .relaxed)
      }
    )
    #expect(count.exchange(0, ordering: .relaxed) <= 15 * Self.rowCount)
    #expect(store.runningTaskCount == Self.rowCount / 2)
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `rows with effects are changed in place`(kind: Kind) async {
    let store = makeStore(kind)
    store.send(.row(id(3), .note("a")))
    store.send(.row(id(3), .note("b")))
    #expect(kind.row(store.state, id(3))?.probe.changesInPlace.suffix(2) == [true, true])
    await end(store)
  }

  @Test func `a list without effects is changed in place by its parent`() async {
    let store = makeStore(Kind.all[0])
    for _ in 0..<2 { store.send(.change { table in table.idle[0].probe.change() }) }
    #expect(store.state.idle[0].probe.changesInPlace == [true, true])
    await end(store)
  }

  // MARK: Removals of a row

  @Test(arguments: Kind.all)
  private func `a row that is replaced at its place has departed`(kind: Kind) async {
    let store = makeStore(kind)
    let new = Row(id: id(Self.rowCount))
    store.send(
      .change { table in
        kind.remove(&table, 7)
        kind.add(&table, new)
        if !table.listed.isEmpty { table.listed.insert(table.listed.removeLast(), at: 7) }
      }
    )
    #expect(store.runningTaskCount == Self.rowCount - 1)
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `rows that change their order have not departed`(kind: Kind) async {
    let store = makeStore(kind)
    store.send(
      .change { table in
        table.listed.reverse()
        table.keyed = Dictionary(uniqueKeysWithValues: table.keyed.map { ($0, $1) })
        table.ordered.reverse()
      }
    )
    #expect(store.runningTaskCount == Self.rowCount)
    await end(store)
  }

  @Test(arguments: Kind.all)
  private func `a row that another child of the same state removes has departed`(kind: Kind) async {
    let janitor = ComposedReducer { (table: inout Table, action: TableAction) in
      if case .note("clean") = action { kind.remove(&table, 7) }
      return .none
    }
    let reducer = kind.reducer().lifting(
      janitor,
      at: Child(\.self, id: "janitor") {
        $0
      } extract: {
        $0
      }
    )
    let rows = (0..<10).map { Row(id: id($0)) }
    let store = Store(initialState: Table(), options: StoreOptions(executor: executor), reducer: reducer)
    store.send(.change { table in for row in rows { kind.add(&table, row) } })
    for row in rows {
      store.send(
        .row(
          row.id,
          .run(
            .task { [gate] in
              await gate.wait()
              return .note("late")
            }
          )
        )
      )
    }
    #expect(store.runningTaskCount == 10)
    store.send(.note("clean"))
    #expect(store.runningTaskCount == 9)
    await end(store)
  }
}
