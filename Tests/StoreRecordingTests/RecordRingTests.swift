import StoreCore
import Testing

@testable import StoreRecording

/// What a recorder keeps and whom it resumes, without a recorder.
@Suite struct RecordRingTests {
  private func ring(_ count: Int, capacity: Int) -> RecordRing<String> {
    var ring = RecordRing<String>(capacity: capacity)
    for number in 0..<count { _ = append("\(number + 1)", to: &ring) }
    return ring
  }

  private func append(_ text: String, to ring: inout RecordRing<String>) -> (oldest: Record?, waiters: [String]) {
    let result = ring.append(.note(text), of: nil, at: .zero, clockTime: nil)
    return (result.oldest, result.waiters)
  }

  private func texts(_ ring: RecordRing<String>, after number: UInt64 = 0, limit: Int = .max) -> [String] {
    ring.records(after: number, limit: limit).records.map { record in
      if case .note(let text) = record.content, text == "\(record.number)" { text } else { "?" }
    }
  }

  @Test func `numbers have no gaps, and the oldest record goes first`() {
    var ring = ring(3, capacity: 3)
    #expect(texts(ring) == ["1", "2", "3"])
    #expect(ring.lost == 0)
    #expect(append("4", to: &ring).oldest?.number == 1)
    #expect(append("5", to: &ring).oldest?.number == 2)
    #expect(texts(ring) == ["3", "4", "5"])
    #expect(ring.lost == 2)
  }

  @Test func `a ring keeps at least one record`() {
    #expect(texts(ring(2, capacity: 0)) == ["2"])
  }

  @Test(arguments: [
    (UInt64(0), Int.max, ["4", "5", "6"], UInt64(3)), (1, 2, ["4", "5"], 2), (3, 1, ["4"], 0), (5, 9, ["6"], 0),
    (6, 9, [], 0), (99, 9, [], 0), (4, 0, [], 0),
  ])
  func `a reader gets what it does not have, and hears what it has missed`(
    number: UInt64,
    limit: Int,
    expected: [String],
    lost: UInt64
  ) {
    let ring = ring(6, capacity: 3)
    #expect(texts(ring, after: number, limit: limit) == expected)
    #expect(ring.records(after: number, limit: limit).lost == lost)
  }

  @Test func `a record resumes those that wait for one of its number`() {
    var ring = ring(2, capacity: 1)
    let waits = [("late", 1), ("next", 2), ("second", 3), ("cancelled", 2)].enumerated().map { index, wait in
      ring.wait(wait.0, id: UInt64(index), after: UInt64(wait.1))
    }
    #expect(waits == [false, true, true, true])
    let cancelled = [ring.cancelWait(3), ring.cancelWait(3)]
    #expect(cancelled == ["cancelled", nil])
    #expect(append("3", to: &ring).waiters == ["next"])
    #expect(append("4", to: &ring).waiters == ["second"])
    #expect(append("5", to: &ring).waiters == [])
  }
}
