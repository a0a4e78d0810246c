/// How long a store looks for more by itself before it waits to be told.
///
/// To wake the main actor costs a sender as much as to send very often. So a store that has found several things in one
/// turn takes further turns, for nothing if need be, and more of them the more it finds.
///
/// Turns for nothing take time from the very threads that send, where there are few cores: a store that finds less than
/// two things in three turns soon gives up. The figures are measured, with a stream that is as fast as it can be and one
/// whose producer is not: with less patience the first wakes its store again and again, with more the second is kept
/// from its core.
package struct Patience {
  /// Three for each turn in which nothing has to be found.
  private var left = 0

  private static let gainForEach = 2
  private static let costOfTurn = 3
  private static let limit = 64

  package init() {}

  /// Whether a turn is due although nothing was sent.
  package var isOver: Bool { left == 0 }

  /// Notes how much a turn has found.
  ///
  /// One thing alone is no reason to expect more.
  package mutating func noteTurn(found count: Int) {
    if count > 1 || (count == 1 && left > 0) {
      left = min(left + min(count, Self.limit) * Self.gainForEach, Self.limit)
    } else if count == 0 {
      left = max(left - Self.costOfTurn, 0)
    }
  }
}
