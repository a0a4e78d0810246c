/// What a report tells of a ticker.
package enum TickerEvent: FeatureEvent {
  /// The user asked for the ticker.
  case startRequested
  /// The user asked to stop.
  case stopRequested
  /// A tick came that is worth telling of.
  case ticked(Tick)
  /// The ticker ended before its last tick.
  case stopped(StopReason)

  package var text: String {
    switch self {
    case .startRequested: "start requested"
    case .stopRequested: "stop requested"
    case .ticked(let tick): "tick \(tick.number) of \(tick.count)"
    case .stopped(let reason): "ticker \(reason.rawValue)"
    }
  }

  package var work: WorkChange? {
    switch self {
    case .ticked(let tick): tick.isLast ? .ends : .begins("ticker")
    case .startRequested, .stopRequested, .stopped: nil
    }
  }

  package static func stopped(_ work: String, _ reason: StopReason) -> TickerEvent {
    .stopped(reason)
  }
}
