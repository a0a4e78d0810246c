#if Exhaustive
import StoreCore
import Testing

@Suite struct IdleBackoffTests {
  @Test func `a store that has found nothing waits to be notified`() {
    var backoff = IdleBackoff()
    #expect(backoff.isOver)
    backoff.noteTurn(handledCount: 0)
    #expect(backoff.isOver)
  }

  @Test(arguments: [(1, 3), (4, 3), (6, 4), (32, 22), (1_000, 22), (Int.max, 22)])
  func `a store polls for more turns the more it has found, up to a limit`(found: Int, turns: Int) {
    var backoff = IdleBackoff()
    backoff.noteTurn(handledCount: found)
    #expect(turnsInVain(backoff) == turns)
  }

  @Test func `each message that arrives meanwhile prolongs the polling`() {
    var backoff = IdleBackoff()
    backoff.noteTurn(handledCount: 2)
    for _ in 0..<10 { backoff.noteTurn(handledCount: 1) }
    #expect(turnsInVain(backoff) == 10)
  }

  @Test func `fewer than two messages in three turns are too few to keep polling`() {
    var backoff = IdleBackoff()
    backoff.noteTurn(handledCount: 100)
    var turns = 0
    while !backoff.isOver, turns < 1_000 {
      backoff.noteTurn(handledCount: turns.isMultiple(of: 2) ? 1 : 0)
      turns += 1
    }
    #expect(turns < 1_000)
  }

  /// The number of turns without a message until a store waits to be notified.
  private func turnsInVain(_ backoff: IdleBackoff) -> Int {
    var backoff = backoff
    var turns = 0
    while !backoff.isOver {
      backoff.noteTurn(handledCount: 0)
      turns += 1
    }
    return turns
  }
}
#endif
