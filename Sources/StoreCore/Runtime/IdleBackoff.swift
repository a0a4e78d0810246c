/// The number of turns in which a store checks for messages by itself before it waits to be woken.
///
/// Waking the main actor costs a sender as much as many sends. So a store that has found messages takes further turns,
/// in vain if need be, and the more it finds, the more it takes: three after a single message, as a stream that wakes
/// the store for each element would never get ahead of it.
///
/// On few cores, turns in vain take time from the threads that send: a store that finds fewer than two messages in
/// three turns soon gives up. The figures are measured: with fewer turns, a stream at full speed wakes its store again
/// and again; with more, the producer of a slower one is kept from its core.
package struct IdleBackoff {
  /// Three for each further turn that may find nothing.
  private var left = 0

  private static let gainForEach = 2
  private static let costOfTurn = 3
  /// The least gain of the first turn in which something was found.
  private static let leastGain = 9
  private static let limit = 64

  package init() {}

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
