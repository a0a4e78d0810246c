import StoreCore
import Testing

@Suite struct PatienceTests {
  @Test func `a store that has found nothing or one thing waits to be told`() {
    var patience = Patience()
    #expect(patience.isOver)
    patience.noteTurn(found: 0)
    #expect(patience.isOver)
    patience.noteTurn(found: 1)
    #expect(patience.isOver)
  }

  @Test(arguments: [(2, 2), (3, 2), (6, 4), (32, 22), (1_000, 22), (Int.max, 22)])
  func `it looks again the longer the more it has found, and not for ever`(found: Int, turns: Int) {
    var patience = Patience()
    patience.noteTurn(found: found)
    #expect(turnsInVain(patience) == turns)
  }

  @Test func `each thing that comes meanwhile makes it longer`() {
    var patience = Patience()
    patience.noteTurn(found: 2)
    for _ in 0..<10 { patience.noteTurn(found: 1) }
    #expect(turnsInVain(patience) == 8)
  }

  @Test func `less than two things in three turns are too few`() {
    var patience = Patience()
    patience.noteTurn(found: 100)
    var turns = 0
    while !patience.isOver, turns < 1_000 {
      patience.noteTurn(found: turns.isMultiple(of: 2) ? 1 : 0)
      turns += 1
    }
    #expect(turns == 124)
  }

  /// How many turns for nothing it takes until a store waits to be told.
  private func turnsInVain(_ patience: Patience) -> Int {
    var patience = patience
    var turns = 0
    while !patience.isOver {
      patience.noteTurn(found: 0)
      turns += 1
    }
    return turns
  }
}
