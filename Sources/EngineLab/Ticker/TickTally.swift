/// What came of the ticks of one stream.
///
/// The numbers of the ticks say whether one is missing or out of place.
package struct TickTally: Equatable, Sendable {
  /// The ticks that came.
  package private(set) var received = 0

  /// The number of the tick that came last; 0 before the first.
  package private(set) var last = 0

  /// The ticks that came out of their order.
  package private(set) var reordered = 0

  /// The ticks of the whole stream; 0 until the first tick tells.
  package private(set) var total = 0

  /// The greatest number that came.
  private var greatest = 0

  /// Creates the tally of a stream that has not begun.
  package init() {}

  /// The ticks before the latest that did not come.
  package var lost: Int { greatest - received }

  /// The quarters of the stream that have come.
  package var quarters: Int { total == 0 ? 0 : Quarter.count(received, of: total) }

  /// The ticks in a few words.
  package var text: String { total == 0 ? "nothing" : "\(received) of \(total.counting("tick"))" }

  /// Counts a tick.
  package mutating func count(_ tick: Tick) {
    received += 1
    if tick.number < greatest { reordered += 1 }
    greatest = max(greatest, tick.number)
    last = tick.number
    total = tick.count
  }
}
