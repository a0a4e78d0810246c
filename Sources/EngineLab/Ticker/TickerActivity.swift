/// What the ticker feature can be doing.
package enum TickerActivity: String, Equatable, Sendable {
  /// Nothing was asked for.
  case idle
  /// Ticks are coming.
  case ticking
  /// The last tick has come.
  case finished
  /// The user has stopped it.
  case stopped
}
