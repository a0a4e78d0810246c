import ElmEngine
import ElmOrderedCollections
import OrderedCollections
import StoreCore

/// The cost of an action for one row in a list of 10,000 lifted rows, each of which has an effect.
@MainActor
func liftComparisons() -> [Comparison] {
  [
    lifted("an array", rows(ids: { $0 }), ids: { $0 }),
    lifted("an array, long ids", rows(ids: longID), ids: longID),
    lifted("a dictionary", Dictionary(uniqueKeysWithValues: rows(ids: { $0 }).map { ($0.id, $0) }), ids: { $0 }),
    lifted(
      "an OrderedDictionary",
      OrderedDictionary(uniqueKeysWithValues: rows(ids: { $0 }).map { ($0.id, $0) }),
      ids: { $0 }
    ),
    besideLifted(),
  ]
}

private let size = 10_000

private struct Row<ID: Hashable & Sendable>: Identifiable, Sendable {
  let id: ID
  var title = "Something that is too long to be kept in place."
  var count = 0
}

private func rows<ID>(_ count: Int = size, ids: (Int) -> ID) -> [Row<ID>] {
  (0..<count).map { Row(id: ids($0)) }
}

/// An id as a server makes them: too long to be kept in place, and made while the program runs.
private func longID(_ number: Int) -> String {
  let hexadecimal = String(UInt64(number) &* 0x9e37_79b9_7f4a_7c15, radix: 16)
  return "\(hexadecimal)-\(hexadecimal.reversed())-row"
}

private struct RowList<Rows: ChildCollection> {
  var rows: Rows
  var others = 0
}

private enum RowAction: Sendable {
  case count
  case work
}

private enum RowListAction<ID: Sendable>: Sendable {
  case row(ID, RowAction)
  case other
}

@MainActor
private func store<ID: Hashable & Sendable, Rows: ChildCollection>(
  _ rows: Rows,
  ids: [ID]
) -> ElmEngine.Store<RowList<Rows>, RowListAction<ID>> where Rows.ChildID == ID, Rows.Child == Row<ID> {
  let row = ComposedReducer<Row<ID>, RowAction> { row, action in
    switch action {
    case .count:
      row.count &+= 1
      return .none
    case .work:
      return .cancellable({ try await untilCancelled() }, "work")
    }
  }
  let list = ComposedReducer<RowList<Rows>, RowListAction<ID>> { list, action in
    if case .other = action { list.others &+= 1 }
    return .none
  }
  let store = ElmEngine.Store(
    initialState: RowList(rows: rows),
    reducer: list.lifting(
      row,
      at: ChildList(\.rows, id: "rows") {
        .row($0, $1)
      } extract: { action in
        if case .row(let id, let action) = action { (id, action) } else { nil }
      }
    )
  )
  for id in ids { store.send(.row(id, .work)) }
  return store
}

/// An action for any of 10,000 rows, against a tenth of a millisecond.
@MainActor
private func lifted<ID: Hashable & Sendable, Rows: ChildCollection>(
  _ kind: String,
  _ rows: @escaping @autoclosure () -> Rows,
  ids: @escaping (Int) -> ID
) -> Comparison where Rows.ChildID == ID, Rows.Child == Row<ID> {
  let list = Prepared {
    // Strings of their own, as those that come from elsewhere.
    let ids = (0..<size).map(ids)
    return (store: store(rows(), ids: ids), ids: ids)
  }
  return Comparison("an action for one of 10,000 lifted rows: \(kind)", within: 100_000, operations: 500) { count in
    let (store, ids) = list.value
    for index in 0..<count { store.send(.row(ids[index &* 7_919 % size], .count)) }
  }
}

/// A value that is made when it is first used: thousands of live effects are in the way of other comparisons.
@MainActor
private final class Prepared<Value> {
  private let make: () -> Value
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Value) {
    self.make = make
  }
}

/// An action of the parent's own beside 10,000 rows with effects, against ten.
@MainActor
private func besideLifted() -> Comparison {
  let many = Prepared { store(rows(ids: { $0 }), ids: Array(0..<size)) }
  let few = Prepared { store(rows(10, ids: { $0 }), ids: Array(0..<10)) }
  return Comparison("an action beside 10,000 lifted rows, against 10", limit: 1.5, operations: 10_000) { count in
    let store = many.value
    for _ in 0..<count { store.send(.other) }
  } raw: { count in
    let store = few.value
    for _ in 0..<count { store.send(.other) }
  }
}

/// Waits until the task is cancelled.
private func untilCancelled() async throws -> RowAction {
  for await _ in AsyncStream.makeStream(of: Never.self).stream {}
  throw CancellationError()
}
