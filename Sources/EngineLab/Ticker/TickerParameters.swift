/// The parameters of the ticker feature.
package struct TickerParameters: Equatable, Sendable {
  /// The time before each burst.
  package var interval: Duration

  /// The ticks that come at once.
  package var burst: Int

  /// The ticks after which the ticker ends.
  package var count: Int

  /// Creates parameters.
  package init(interval: Duration = .milliseconds(100), burst: Int = 10, count: Int = 100) {
    self.interval = interval
    self.burst = burst
    self.count = count
  }
}
