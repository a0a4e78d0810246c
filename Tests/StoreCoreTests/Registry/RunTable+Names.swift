import StoreCore

extension RunTable {
  var runs: [Run] { runs(where: \.isLive) }
  var waitingRuns: [Run] { runs(where: \.isWaiting) }
  var drainingRuns: [Run] { runs { $0 == .draining } }
}
