import ElmEngine
import Testing
import _StoreTestSupport

/// The cost of reading moved elements.
@MainActor
@Suite struct ScopedMoveTests {
  /// An element that counts the reads of its id.
  private struct Row: Identifiable, Equatable, Sendable {
    let number: Int
    let reads: Counter

    var id: Int {
      reads.add()
      return number
    }

    static func == (first: Row, second: Row) -> Bool { first.number == second.number }
  }

  private enum Action: Sendable {
    case reverse
    case row(Int)
  }

  @Test func `scopes requested after a move find their elements at once`() {
    let (reads, count) = (Counter(), 1_000)
    let store = Store<[Row], Action>(initialState: (0..<count).map { Row(number: $0, reads: reads) }) {
      (rows: inout [Row], _: Action) -> Effect<Action> in
      rows.reverse()
      return .none
    }
    func scopes() -> [ScopedStore<Row, Int>] { store.scopes(\.self) { id, _ in .row(id) } }
    let before = scopes()
    store.send(.reverse)
    let after = scopes()
    let readsBefore = reads.value
    #expect(after.map(\.state.number) == (0..<count).reversed())
    #expect(before.map(\.state.number) == Array(0..<count))
    // Once or twice for each, and not half of the list for each.
    #expect(reads.value - readsBefore < count * 10)
  }
}
