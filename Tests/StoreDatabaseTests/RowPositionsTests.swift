#if SQLite
import Testing
import _StoreTestSupport

@testable import StoreDatabase

@Suite struct RowPositionsTests {
  /// The greatest number of rows that can keep their positions.
  private func longestRun(_ present: [Int64?]) -> Int {
    var best = 0
    for choice in 0..<(1 << present.count) {
      let chosen = present.indices.filter { choice & 1 << $0 != 0 }.map { present[$0] }
      let known = chosen.compactMap { $0 }
      if known.count == chosen.count, zip(known, known.dropFirst()).allSatisfy({ $0 < $1 }) {
        best = max(best, known.count)
      }
    }
    return best
  }

  private func check(_ present: [Int64?], isRoomy: Bool) {
    let positions = RowPositions.assigned(to: present)
    #expect(positions.count == present.count)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "\(present) became \(positions)")
    let keptCount = zip(positions, present).count { $0 == $1 }
    let isNew = positions == present.indices.map { Int64($0) * RowPositions.gap }
    #expect(keptCount == longestRun(present) || !isRoomy && isNew, "\(present) became \(positions)")
  }

  private func forEach(_ values: [Int64?], upTo length: Int, _ body: ([Int64?]) -> Void) {
    var all: [[Int64?]] = [[]]
    for _ in 0...length {
      all.forEach(body)
      all = all.flatMap { list in values.map { list + [$0] } }
    }
  }

  @Test func `as many rows as possible keep their positions, in all short orders`() {
    forEach([nil, 0, 1_000, 2_000, 3_000, 4_000], upTo: 5) { check($0, isRoomy: true) }
  }

  @Test func `positions without a gap, and at the ends of all numbers, are assigned anew`() {
    forEach([nil, 0, 1, 2, 3], upTo: 5) { check($0, isRoomy: false) }
    forEach([nil, .min, .max, .max - 1, .min + 1], upTo: 4) { check($0, isRoomy: false) }
    #expect(RowPositions.assigned(to: [1, nil, 2]) == [0, RowPositions.gap, 2 * RowPositions.gap])
    #expect(RowPositions.assigned(to: [1, nil, 3]) == [1, 2, 3])
  }

  @Test func `new rows have gaps between them`() {
    let gap = RowPositions.gap
    #expect(RowPositions.assigned(to: [nil, nil]) == [0, gap])
    #expect(RowPositions.assigned(to: [5, nil, nil]) == [5, 5 + gap, 5 + 2 * gap])
    #expect(RowPositions.assigned(to: [nil, nil, 5]) == [5 - 2 * gap, 5 - gap, 5])
    #expect(RowPositions.assigned(to: [0, nil, gap]) == [0, gap / 2, gap])
  }
}
#endif
