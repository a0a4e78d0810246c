#if SQLite
import Testing
import _StoreTestSupport

@testable import StoreDatabase

@Suite struct RowPlanTests {
  private struct Item: Equatable, Identifiable, Sendable {
    var id: Int
    var text = 0
  }

  /// A database: rows by their keys.
  private typealias Table = [String: StoredRow<Item>]

  private func known(_ items: [Item], gap: Int64 = RowPositions.gap) -> [StoredRow<Item>] {
    items.enumerated().map { index, item in
      StoredRow(value: item, key: "\(item.id)", position: Int64(index) * gap, generation: 7)
    }
  }

  /// Writes a plan into a table.
  private func carryOut(_ plan: RowPlan<Item>, _ known: [StoredRow<Item>]) -> Table {
    var table: Table = [:]
    for row in known { table[row.key] = row }
    for change in plan.changes {
      switch change {
      case .remove(let index): table[known[index].key] = nil
      case .insert(let index):
        #expect(table[plan.rows[index].key] == nil)
        table[plan.rows[index].key] = plan.rows[index]
      case .update(let index, known: let origin):
        #expect(plan.rows[index].key == known[origin].key)
        table[plan.rows[index].key] = plan.rows[index]
      case .move(let index, known: let origin):
        #expect(plan.rows[index].value == known[origin].value)
        table[plan.rows[index].key]?.position = plan.rows[index].position
      }
    }
    return table
  }

  private func check(_ old: [Item], _ new: [Item], gap: Int64 = RowPositions.gap) throws -> RowPlan<Item>? {
    let known = known(old, gap: gap)
    guard Set(new.map(\.id)).count == new.count else {
      #expect(throws: DuplicateRow.self) { try RowPlan(from: known, to: new) { "\($0)" } }
      return nil
    }
    let plan = try RowPlan(from: known, to: new) { "\($0)" }
    let table = carryOut(plan, known)
    #expect(table.values.sorted { $0.position < $1.position }.map(\.value) == new, "from \(old)")
    #expect(plan.rows.map(\.value) == new)
    #expect(Set(table.values.map(\.position)).count == new.count)
    // No row is written that need not be.
    let origins = new.map { item in old.firstIndex { $0.id == item.id } }
    let keptCount = origins.count { $0 != nil }
    let changedCount = new.count { item in old.contains { $0.id == item.id && $0 != item } }
    let movedCount = keptCount - longestRun(origins.compactMap { $0 })
    let count = old.count + new.count - 2 * keptCount + changedCount + movedCount
    #expect(plan.changes.count <= count || gap == 1, "\(old) to \(new)")
    return plan
  }

  private func longestRun(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      lengths.append(1 + ((0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  @Test func `each change of up to three rows to up to four is written`() throws {
    let items = (0..<4).flatMap { id in (0..<2).map { Item(id: id, text: $0) } }
    var lists: [[Item]] = [[]]
    for length in 1...4 {
      lists += lists.filter { $0.count == length - 1 }.flatMap { list in items.map { list + [$0] } }
    }
    for count in 0...3 {
      let old = (0..<count).map { Item(id: $0) }
      for new in lists {
        _ = try check(old, new)
        // Without room for a row between two others.
        _ = try check(old, new, gap: 1)
      }
    }
  }

  @Test func `a row that is changed, added, removed or moved is one row written`() throws {
    let old = (0..<100).map { Item(id: $0) }
    var new = old
    new[50].text = 1
    #expect(try check(old, new)?.changes == [.update(50, known: 50)])
    new = old + [Item(id: 100)]
    #expect(try check(old, new)?.changes == [.insert(100)])
    new = [Item(id: 100)] + old
    #expect(try check(old, new)?.changes == [.insert(0)])
    new = old
    new.remove(at: 3)
    #expect(try check(old, new)?.changes == [.remove(3)])
    new.insert(old[3], at: 90)
    #expect(try check(old, new)?.changes == [.move(90, known: 3)])
    new[90].text = 5
    #expect(try check(old, new)?.changes == [.update(90, known: 3)])
  }

  @Test func `rows are written as a plain model has them, in random changes`() throws {
    for seed in Rounds.seeds(2_000) {
      var random = SplitMix64(seed: seed)
      var old = (0..<Int.random(in: 0..<60, using: &random)).map { Item(id: $0) }
      old.shuffle(using: &random)
      var new = old
      var next = 100
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          new.insert(Item(id: next), at: Int.random(in: 0...new.count, using: &random))
          next += 1
        case 1 where !new.isEmpty: new.remove(at: Int.random(in: 0..<new.count, using: &random))
        case 2 where !new.isEmpty: new[Int.random(in: 0..<new.count, using: &random)].text += 1
        case 3 where !new.isEmpty:
          let item = new.remove(at: Int.random(in: 0..<new.count, using: &random))
          new.insert(item, at: Int.random(in: 0...new.count, using: &random))
        case 4 where seed % 50 == 0: new.shuffle(using: &random)
        default: break
        }
      }
      _ = try check(old, new, gap: seed % 3 == 0 ? 1 : RowPositions.gap)
    }
  }

  @Test func `two ids of one key are refused, as is one id twice`() throws {
    let known = known([Item(id: 0), Item(id: 1)])
    let error = #expect(throws: DuplicateRow.self) {
      try RowPlan(from: known, to: [Item(id: 0), Item(id: 1), Item(id: 2)]) { _ in "1" }
    }
    #expect(error?.key == "1")
    let twice = #expect(throws: DuplicateRow.self) {
      try RowPlan(from: known, to: [Item(id: 1), Item(id: 1)]) { "\($0)" }
    }
    #expect(twice?.key == "1")
    // The key of a row that is removed is free.
    let plan = try RowPlan(from: known, to: [Item(id: 0), Item(id: 2)]) { _ in "1" }
    #expect(plan.changes == [.remove(1), .insert(1)])
  }

  @Test func `equal positions of two processes are told apart when the order changes`() throws {
    var known = known([Item(id: 0), Item(id: 1), Item(id: 2)])
    known[1].position = known[0].position
    let plan = try RowPlan(from: known, to: [Item(id: 0), Item(id: 1), Item(id: 2), Item(id: 3)]) { "\($0)" }
    #expect(plan.changes.count == 2)
    #expect(Set(plan.rows.map(\.position)).count == 4)
  }
}
#endif
