import ElmEngine
import Testing

// A list of children, as a user writes it.

private nonisolated struct Row: Identifiable, Sendable {
  let id: Int
  var count = 0
}

private nonisolated enum RowAction: Sendable {
  case increment
}

private nonisolated struct Table: Sendable {
  var rows: [Row] = []
}

private nonisolated enum TableAction: Sendable {
  case row(Int, RowAction)
}

@MainActor
@Suite struct LiftingTests {
  @Test func `an action reaches its row, also below a wrapper`() {
    let row = ComposedReducer<Row, RowAction> { row, _ in
      row.count += 1
      return .none
    }
    let rows = ChildList(\Table.rows, id: "rows", embed: TableAction.row) { action in
      if case .row(let id, let action) = action { (id, action) } else { nil }
    }
    let table = ComposedReducer<Table, TableAction> { _, _ in .none }
      .lifting(row, at: rows)
      .wrapping { table, action, inner in
        inner(&table, action)
      }
    let store = Store(initialState: Table(rows: [Row(id: 1), Row(id: 2)]), reducer: table)
    store.send(.row(2, .increment))
    #expect(store.state.rows.map(\.count) == [0, 1])
  }
}
