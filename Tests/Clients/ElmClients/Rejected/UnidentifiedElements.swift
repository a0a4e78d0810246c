import ElmEngine

// The elements of an array are found by their ids, so they need some.

private nonisolated struct UnidentifiedRow: Sendable {
  let number: Int
}

private nonisolated struct UnidentifiedTable: Sendable {
  var rows: [UnidentifiedRow] = []
}

@MainActor
private func lift(
  _ row: ComposedReducer<UnidentifiedRow, Int>,
  into table: ComposedReducer<UnidentifiedTable, Int>
) -> ComposedReducer<UnidentifiedTable, Int> {
  let rows = ChildList(\UnidentifiedTable.rows) { (_: Int, action: Int) in  // ❌ Error: "conform to 'Identifiable'"
    action
  } extract: { action in
    (action, action)
  }
  return table.lifting(row, at: rows)
}
