/// The number of turns in which a store looks for more by itself before it waits to be told.
///
/// To wake the main actor costs a sender as much as to send very often. So a store that has found messages in one turn
/// takes further turns, in vain if need be, and more of them the more it finds. After a single one it takes three: a stream
/// that wakes the store for each element would never get ahead of it.
///
/// Turns in vain take time from the very threads that send, where there are few cores: a store that finds less than two
/// messages in three turns soon gives up. The figures are measured, with a stream that is as fast as it can be and with
/// one whose producer is not: with fewer turns the first wakes its store again and again, with more the second is kept
/// from its core.
package struct IdleBackoff {
  /// Three for each turn in which nothing has to be found.
  private var left = 0

  private static let gainForEach = 2
  private static let costOfTurn = 3
  /// What the first turn adds at least in which something was found.
  private static let leastGain = 9
  private static let limit = 64

  package init() {}

  /// Whether the store waits to be told.
  package var isOver: Bool { left == 0 }

  /// Notes how much a turn has handled.
  package mutating func noteTurn(handledCount count: Int) {
    if count > 0 {
      let gain = min(count, Self.limit) * Self.gainForEach
      left = min(isOver ? max(gain, Self.leastGain) : left + gain, Self.limit)
    } else {
      left = max(left - Self.costOfTurn, 0)
    }
  }
}
