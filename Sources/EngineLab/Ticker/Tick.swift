/// One element of the ticker's stream.
package struct Tick: Equatable, Sendable {
  /// The place of the tick in its stream, counted from 1.
  package var number: Int

  /// The number of all ticks of the stream.
  package var count: Int

  /// Creates a tick.
  package init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Whether no tick follows.
  package var isLast: Bool { number == count }

  /// Whether the tick completes a quarter of the stream.
  package var completesQuarter: Bool { Quarter.count(number, of: count) > Quarter.count(number - 1, of: count) }
}
