import StoreCore

/// A stream of ticks that come in bursts, faster than they are handled.
package enum TickerFeature: LabFeature {
  /// How many ticks come, and how fast.
  package typealias Parameters = TickerParameters
  /// What a user can do.
  package typealias Command = TickerCommand
  /// What a report tells of.
  package typealias Event = TickerEvent
  /// What a user sees.
  package typealias Screen = TickerScreen

  package static func environment(_ parameters: TickerParameters, in world: World) -> TickerEnvironment {
    TickerEnvironment(exchange: TickExchange(parameters: parameters, clock: world.clock, backlog: world.backlog))
  }

  package static func setting(_ parameters: TickerParameters, files: any SearchSource) async throws -> String {
    let bursts = "bursts of \(parameters.burst), \(parameters.interval.shortText) apart"
    return "\(parameters.count.counting("tick")) in \(bursts), at most \(StreamLimits.capacity) waiting"
  }
}
