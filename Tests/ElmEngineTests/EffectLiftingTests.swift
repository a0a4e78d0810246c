import ElmEngine
import StoreTesting
import Testing

/// A child's reducer lifted into its parent's with key paths, and two instances of one child kept apart.
@MainActor
@Suite struct EffectLiftingTests {
  private struct Row: Equatable {
    var text = ""
    var isLoading = false
  }

  private enum RowAction: Sendable {
    case load(String)
    case loaded(String)
    case stop
  }

  private struct Table: Equatable {
    var left = Row()
    var right = Row()
  }

  private enum TableAction: Sendable {
    case left(RowAction)
    case right(RowAction)
  }

  private enum Side: Hashable, Sendable {
    case left
    case right
  }

  private nonisolated static func reduceRow(state: Row, action: RowAction, gate: Gate) -> (Row, Effect<RowAction>) {
    var newState = state
    switch action {
    case .load(let text):
      newState.isLoading = true
      return (
        newState,
        .cancellable(
          {
            await gate.wait()
            return .loaded(text)
          },
          "load"
        )
      )
    case .loaded(let text):
      return (Row(text: text), .none)
    case .stop:
      newState.isLoading = false
      return (newState, .cancel("load"))
    }
  }

  /// Runs the row's reducer on a part of the table.
  private nonisolated static func reduce(
    _ row: WritableKeyPath<Table, Row>,
    of table: inout Table,
    action: RowAction,
    gate: Gate,
    embed: @escaping @Sendable (RowAction) -> TableAction
  ) -> Effect<TableAction> {
    let (newRow, effect) = reduceRow(state: table[keyPath: row], action: action, gate: gate)
    table[keyPath: row] = newRow
    return effect.map(embed)
  }

  private let gate = Gate()
  private let options = StoreOptions(executor: TestExecutor())

  private func makeStore(isScoped: Bool) -> Store<Table, TableAction> {
    Store(initialState: Table(), environment: gate, options: options) { state, action, gate in
      switch action {
      case .left(let action):
        let effect = Self.reduce(\.left, of: &state, action: action, gate: gate) { .left($0) }
        return isScoped ? effect.scoped(to: Side.left) : effect
      case .right(let action):
        let effect = Self.reduce(\.right, of: &state, action: action, gate: gate) { .right($0) }
        return isScoped ? effect.scoped(to: Side.right) : effect
      }
    }
  }

  @Test func `a child's action changes its own part of the parent's state`() async {
    let store = makeStore(isScoped: false)

    store.send(.left(.load("a")))
    #expect(store.state == Table(left: Row(isLoading: true)))
    gate.open()
    await store.settle()

    #expect(store.state == Table(left: Row(text: "a")))
  }

  @Test func `two instances of a child that share a name replace each other's effects`() async {
    let store = makeStore(isScoped: false)

    store.send(.left(.load("a")))
    store.send(.right(.load("b")))
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()

    #expect(store.state == Table(left: Row(isLoading: true), right: Row(text: "b")))
  }

  @Test func `two scoped instances of a child have separate effects`() async {
    let store = makeStore(isScoped: true)

    store.send(.left(.load("a")))
    store.send(.right(.load("b")))
    #expect(store.runningTaskCount == 2)
    #expect(!store.isTaskRunning(id: "load"))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Side.left)))
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: Side.right)))

    store.send(.left(.stop))
    #expect(!store.isTaskRunning(id: EffectID("load").scoped(to: Side.left)))
    gate.open()
    await store.settle()
    #expect(store.state == Table(right: Row(text: "b")))
  }

  @Test func `a newer effect of a scoped instance replaces only that instance's effect`() async {
    let store = makeStore(isScoped: true)

    store.send(.left(.load("a")))
    store.send(.right(.load("b")))
    store.send(.left(.load("c")))
    #expect(store.runningTaskCount == 2)
    gate.open()
    await store.settle()

    #expect(store.state == Table(left: Row(text: "c"), right: Row(text: "b")))
  }

  @Test func `names stay separate in composites, selectors and error handlers of a scope`() async {
    let observer = EventRecorder()
    let store = Journal(options: StoreOptions(executor: TestExecutor(), observers: [observer]))
    let sleep: @Sendable () async throws -> JournalAction = { [gate] in
      await gate.wait()
      return .note("late")
    }
    store.run(.merge([.cancellable(sleep, "a"), .cancellable(sleep, "b")]))
    store.run(Effect.merge([.cancellable(sleep, "a"), .cancellable(sleep, "b")]).scoped(to: 1))

    store.run(Effect.cancel(.ids(["a"])).scoped(to: 1))
    store.run(Effect.sequence([.cancel("b"), .task { throw Failure() }]).catch { .note("\($0)") }.scoped(to: 1))
    await store.settle()

    #expect(
      observer.events.prefix(6) == ["start a", "start b", "start 1/a", "start 1/b", "cancelled 1/a", "cancelled 1/b"]
    )
    #expect(store.isTaskRunning(id: "a"))
    #expect(store.isTaskRunning(id: "b"))
    #expect(store.state == ["out of luck"])
    store.cancel(.all)
    gate.open()
    await store.settle()
  }
}
