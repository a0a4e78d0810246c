/// What a ticker feature uses of the world, the same for every engine.
package struct TickerEnvironment: Sendable {
  /// Where the ticks come from.
  package var exchange: TickExchange

  /// Creates an environment.
  package init(exchange: TickExchange) {
    self.exchange = exchange
  }
}
