#if SQLite
/// A row as it is stored, as far as is known.
struct StoredRow<Value: Sendable>: Sendable {
  var value: Value
  let key: String
  var position: Int64
  /// The save that wrote it.
  var generation: Int64
}

/// What has to be written so that the rows that are stored become other ones.
struct RowPlan<Value: Equatable & Identifiable & Sendable> {
  enum Change: Equatable {
    /// A stored row is no more; its index among those that were known.
    case remove(Int)
    /// A row is new.
    case insert(Int)
    /// A row has another value, and perhaps another position; its index among those that were known.
    case update(Int, known: Int)
    /// A row has another position only.
    case move(Int, known: Int)
  }

  /// The changes: removals first.
  private(set) var changes: [Change] = []
  /// The rows as they will be stored, each with the generation that it had.
  private(set) var rows: [StoredRow<Value>]

  /// Finds the changes.
  ///
  /// - Parameters:
  ///   - known: What is stored: no two rows of one id or of one key.
  ///   - values: The rows that are to be stored.
  ///   - key: The key of an id, asked for the new ones.
  /// - Throws: ``DuplicateRow`` if two rows have one id or one key; what `key` throws.
  /// - Complexity: O(n) comparisons if no row is new, removed or moved, else O(n log n).
  init(
    from known: [StoredRow<Value>],
    to values: some RandomAccessCollection<Value>,
    key: (Value.ID) throws -> String
  ) throws {
    rows = known
    let values = Array(values)
    guard let differing = Self.differing(known, values) else {
      try reorder(known, values, key)
      return
    }
    for index in differing {
      rows[index].value = values[index]
      changes.append(.update(index, known: index))
    }
  }

  /// The indices of the rows whose values differ; `nil` if the rows have other ids.
  private static func differing(_ known: [StoredRow<Value>], _ values: [Value]) -> [Int]? {
    guard known.count == values.count else { return nil }
    // Spans lend their elements: nothing is copied to be compared.
    let (known, values) = (known.span, values.span)
    var differing: [Int] = []
    for index in known.indices where known[index].value != values[index] {
      guard known[index].value.id == values[index].id else { return nil }
      differing.append(index)
    }
    return differing
  }

  /// Finds the changes by the ids of all rows.
  private mutating func reorder(
    _ known: [StoredRow<Value>],
    _ values: [Value],
    _ key: (Value.ID) throws -> String
  ) throws {
    var isRemoved = Array(repeating: true, count: known.count)
    let origins = try origins(of: values, in: known, key)
    for case let origin? in origins { isRemoved[origin] = false }
    changes = known.indices.filter { isRemoved[$0] }.map { .remove($0) }
    let positions = RowPositions.assigned(to: origins.map { origin in origin.map { known[$0].position } })
    var keys: Set<String>?
    rows = []
    rows.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      guard let origin = origins[index] else {
        let key = try key(value.id)
        if keys == nil { keys = Set(known.indices.lazy.filter { !isRemoved[$0] }.map { known[$0].key }) }
        guard keys?.insert(key).inserted == true else { throw DuplicateRow(key: key) }
        rows.append(StoredRow(value: value, key: key, position: positions[index], generation: 0))
        changes.append(.insert(index))
        continue
      }
      var row = known[origin]
      if row.value != value {
        changes.append(.update(index, known: origin))
      } else if row.position != positions[index] {
        changes.append(.move(index, known: origin))
      }
      row.value = value
      row.position = positions[index]
      rows.append(row)
    }
  }

  /// The index of each row among those that are known; `nil` for a new one.
  private func origins(
    of values: [Value],
    in known: [StoredRow<Value>],
    _ key: (Value.ID) throws -> String
  ) throws -> [Int?] {
    var indices: [Value.ID: Int] = [:]
    indices.reserveCapacity(max(known.count, values.count))
    for (index, row) in known.enumerated() { indices[row.value.id] = index }
    // The next row of an id finds that it is taken.
    let taken = -1
    return try values.map { value in
      let origin = indices.updateValue(taken, forKey: value.id)
      guard origin != taken else { throw try DuplicateRow(key: key(value.id)) }
      return origin
    }
  }

  /// Notes that a save has written some rows.
  mutating func note(_ generation: Int64, at indices: [Int]) {
    for index in indices { rows[index].generation = generation }
  }
}

/// The finding that two rows have one id.
struct DuplicateRow: Error {
  /// The id as JSON.
  let key: String
}
#endif
