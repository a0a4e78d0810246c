import StoreCore
import Testing

/// Every order of launches, ends, cancels and refusals, for a few runs, beside a model.
@Suite struct LaunchPolicyExhaustiveTests {
  static let policies: [LaunchPolicy] = [
    .replace, .concurrent, .keepRunning, .queue(limit: 1), .queue(limit: 2), .atMost(2, .oldestFirst),
    .atMost(2, .newestWins),
  ]

  @Test(arguments: policies)
  func `four runs of one name, in every order of launches, ends and cancels`(policy: LaunchPolicy) {
    var orders = Orders(ids: ["a"], policies: [policy], runs: 4, operations: .all)
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > 1_000)
  }

  @Test func `three runs of one name with any policies, in every order`() {
    var orders = Orders(ids: ["a"], policies: Self.policies, runs: 3, operations: [.end, .cancelRun, .cancelName])
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > 10_000)
    #expect(orders.refusals > 0)
  }

  @Test(arguments: policies)
  func `four runs of up to three names, in every order of launches, ends and cancels`(policy: LaunchPolicy) {
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

    /// A running one ends.
    static let end = Operations(rawValue: 1)
    /// A running or queued one is cancelled.
    static let cancelRun = Operations(rawValue: 2)
    static let cancelName = Operations(rawValue: 4)
    /// The task of a cancelled one ends.
    static let drain = Operations(rawValue: 8)
    static let all: Operations = [.end, .cancelRun, .cancelName, .drain]
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
    explore(RegistryPair(), used: 0, path: [])
  }

  /// Goes on from a state in which the first `used` names were used.
  private mutating func explore(_ pair: RegistryPair, used: Int, path: [String]) {
    count += 1
    refusals += pair.refusals
    let differences = pair.differences
    guard differences.isEmpty else {
      problems.append("\(path): \(differences)")
      return
    }
    if pair.launches < runs {
      // A name that nobody has used yet is like any other.
      for index in 0..<min(used + 1, ids.count) {
        for policy in policies {
          let id = ids[index]
          step(pair, used: max(used, index + 1), path, "launch \(id) \(policy.kind)") {
            $0.launch(id: id, policy: policy)
          }
        }
      }
    }
    for entry in pair.model.running where operations.contains(.end) {
      step(pair, used: used, path, "end \(entry.run)") { $0.end(entry.key) }
    }
    for entry in pair.model.live where operations.contains(.cancelRun) {
      step(pair, used: used, path, "cancel \(entry.run)") { $0.cancel(entry.key) }
    }
    for id in pair.model.ids where operations.contains(.cancelName) {
      step(pair, used: used, path, "cancel \(id)") { $0.cancel(id) }
    }
    for entry in pair.model.draining where operations.contains(.drain) {
      step(pair, used: used, path, "drain \(entry.run)") { $0.end(entry.key) }
    }
  }

  private mutating func step(
    _ pair: RegistryPair,
    used: Int,
    _ path: [String],
    _ name: String,
    _ change: (inout RegistryPair) -> Void
  ) {
    var next = pair
    change(&next)
    explore(next, used: used, path: path + [name])
  }
}
