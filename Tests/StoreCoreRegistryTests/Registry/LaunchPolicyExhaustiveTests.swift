import StoreCore
import Testing

/// Every order of launches, ends, cancels and refusals, for a few runs, compared with a model.
@Suite(.serialized) struct LaunchPolicyExhaustiveTests {
  static let policies: [LaunchPolicy] = [
    .replace, .concurrent, .keepRunning, .queue(limit: 1), .queue(limit: 2), .atMost(2, .oldestFirst),
    .atMost(2, .newestWins), .atMost(2, waiting: 0), .atMost(2, waiting: 1),
  ]

  @Test(arguments: policies)
  func `four runs of one name follow the model in every order of launches, ends and cancels`(policy: LaunchPolicy) {
    var orders = Orders(ids: ["a"], policies: [policy], runs: 4, operations: .all)
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > 200)
  }

  @Test func `three runs of one name with any policies follow the model in every order`() {
    var orders = Orders(ids: ["a"], policies: Self.policies, runs: 3, operations: [.end, .cancelRun, .cancelName])
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > 10_000)
    #expect(orders.refusals > 0)
  }

  @Test(arguments: policies)
  func `runs of up to three names follow the model in every order of launches, ends and cancels`(policy: LaunchPolicy) {
    var orders = Orders(ids: ["a", "b", 1], policies: [policy], runs: 4, operations: [.end, .cancelName])
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > 5_000)
  }
}

/// A walk through all orders of operations.
private struct Orders {
  struct Operations: OptionSet {
    let rawValue: Int

    /// A running run ends.
    static let end = Operations(rawValue: 1)
    /// A running or queued run is cancelled.
    static let cancelRun = Operations(rawValue: 2)
    static let cancelName = Operations(rawValue: 4)
    static let all: Operations = [.end, .cancelRun, .cancelName]
  }

  let ids: [EffectID]
  let policies: [LaunchPolicy]
  let runs: Int
  let operations: Operations
  private(set) var count = 0
  private(set) var refusals = 0
  private(set) var problems: [String] = []

  init(ids: [EffectID], policies: [LaunchPolicy], runs: Int, operations: Operations) {
    self.ids = ids
    self.policies = policies
    self.runs = runs
    self.operations = operations
  }

  mutating func explore() {
    explore(RunsPair(), used: 0, path: [])
  }

  private enum Step {
    case launch(EffectID, LaunchPolicy)
    case end(RunKey)
    case cancelRun(RunKey)
    case cancelName(EffectID)
  }

  /// Continues from a state in which the first `used` names were used.
  private mutating func explore(_ pair: RunsPair, used: Int, path: [Step]) {
    count += 1
    refusals += pair.refusals
    guard pair.isAlike else {
      problems.append("\(path): \(pair.differences)")
      return
    }
    if pair.launches < runs {
      // One unused name is like any other.
      for index in 0..<min(used + 1, ids.count) {
        for policy in policies {
          go(pair, .launch(ids[index], policy), used: max(used, index + 1), path)
        }
      }
    }
    for entry in pair.model.entries {
      if !entry.isQueued, operations.contains(.end) { go(pair, .end(entry.key), used: used, path) }
      if operations.contains(.cancelRun) { go(pair, .cancelRun(entry.key), used: used, path) }
    }
    if operations.contains(.cancelName) {
      for id in pair.model.ids {
        go(pair, .cancelName(id), used: used, path)
      }
    }
  }

  private mutating func go(_ pair: RunsPair, _ step: Step, used: Int, _ path: [Step]) {
    var next = pair
    switch step {
    case .launch(let id, let policy): next.launch(id: id, policy: policy)
    case .end(let key): next.end(key)
    case .cancelRun(let key): next.cancel(key)
    case .cancelName(let id): next.cancel(id)
    }
    explore(next, used: used, path: path + [step])
  }
}
