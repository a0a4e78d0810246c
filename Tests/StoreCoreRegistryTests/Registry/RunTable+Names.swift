@testable import StoreCore

extension RunTable {
  var runs: [Run] { runs() }
  var waitingRuns: [Run] { runs(where: \.isWaiting) }
}
