/// The count of the ticks of one stream.
///
/// The numbers of the ticks say whether one is missing or out of place.
struct TickTally: Equatable, Sendable {
  /// The ticks that came.
  private(set) var received = 0
  /// The number of the tick that came last; 0 before the first.
  private(set) var last = 0
  /// The ticks that came out of their order.
  private(set) var reordered = 0
  /// The ticks of the whole stream; 0 until the first tick tells.
  private(set) var total = 0
  /// The greatest number that came.
  private var greatest = 0

  /// The ticks before the latest that did not come.
  var lost: Int { greatest - received }

  /// The quarters of the stream that have come.
  var quarters: Int { total == 0 ? 0 : Quarter.count(received, of: total) }

  /// The ticks in a few words.
  var text: String { total == 0 ? "nothing" : "\(received) of \(total.counting("tick"))" }

  /// Counts a tick.
  mutating func count(_ tick: Tick) {
    received += 1
    if tick.number < greatest { reordered += 1 }
    greatest = max(greatest, tick.number)
    last = tick.number
    total = tick.count
  }
}
