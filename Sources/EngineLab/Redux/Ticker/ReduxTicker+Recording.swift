extension ReduxTicker.Action: RecordedAction {
  var event: TickerEvent? {
    switch self {
    case .startTapped: .startRequested
    case .stopTapped: .stopRequested
    case .ticked(let tick): tick.number == 1 || tick.completesQuarter ? .ticked(tick) : nil
    }
  }

  var isElement: Bool {
    if case .ticked = self { true } else { false }
  }
}
