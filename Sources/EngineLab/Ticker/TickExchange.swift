/// Where ticks come from, in bursts on a clock.
package struct TickExchange: Sendable {
  private let parameters: TickerParameters
  private let clock: any Clock<Duration>
  private let backlog: Backlog

  /// Creates an exchange that counts the ticks it gives in a backlog.
  package init(parameters: TickerParameters, clock: any Clock<Duration>, backlog: Backlog) {
    self.parameters = parameters
    self.clock = clock
    self.backlog = backlog
  }

  /// The ticks from the first one on.
  ///
  /// The ticks of a burst come as fast as they are asked for.
  package var ticks: Ticks { Ticks(parameters: parameters, clock: clock, backlog: backlog) }
}
