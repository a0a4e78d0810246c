import Testing
import _StoreTestSupport

@testable import StoreCore

/// Every order of launches, ends, cancels and refusals, for a few runs, compared with a model.
///
/// With the package's trait `Exhaustive` of one run more, and of all policies together.
@Suite(.serialized) struct LaunchPolicyExhaustiveTests {
  static let policies: [LaunchPolicy] = [
    .replace, .concurrent, .keepRunning, .queue(limit: 1), .queue(limit: 2), .atMost(2, .oldestFirst),
    .atMost(2, .newestWins), .atMost(2, waiting: 0), .atMost(2, waiting: 1),
  ]

  fileprivate static let runs = Rounds.isAll ? 4 : 3

  @Test(arguments: policies)
  func `four runs of one name follow the model in every order of launches, ends and cancels`(policy: LaunchPolicy) {
    var orders = Orders(ids: ["a"], policies: [policy], runs: 4, operations: .all)
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > 200)
  }

  @Test func `three runs of one name with any policies follow the model in every order`() {
    let policies = Rounds.isAll ? Self.policies : [.replace, .keepRunning, .queue(limit: 1), .atMost(2, .newestWins)]
    var orders = Orders(ids: ["a"], policies: policies, runs: 3, operations: [.end, .cancelRun, .cancelName])
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > Rounds.of(10_000))
    #expect(orders.refusals > 0)
  }

  @Test(arguments: policies)
  func `runs of up to three names follow the model in every order of launches, ends and cancels`(policy: LaunchPolicy) {
    var orders = Orders(ids: ["a", "b", 1], policies: [policy], runs: Self.runs, operations: [.end, .cancelName])
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > Rounds.of(5_000))
  }

  @Test(arguments: [LaunchPolicy.replace, .keepRunning], [(1, 0), (1, 1), (2, 0), (2, 1)])
  func `runs that each have a name, and a limited one in common, follow the model in every order`(
    own: LaunchPolicy,
    limit: (running: Int, waiting: Int)
  ) {
    var orders = CommonNameOrders(own: own, limit: limit)
    orders.explore()
    #expect(orders.problems == [])
    #expect(orders.count > Rounds.of(1_000))
  }
}

/// A walk through all orders of launches, ends and cancels of runs that have two names.
private struct CommonNameOrders {
  typealias Machine = EffectTable.StateMachine<Int, Int>

  /// A live run, in the model.
  struct Entry: Equatable {
    let run: Int
    let id: EffectID
    var isWaiting: Bool
  }

  struct State {
    var machine = Machine()
    var keys: [Int: RunKey] = [:]
    var live: [Entry] = []
    var launches = 0
    /// The number of names that were used.
    var used = 0
  }

  let own: LaunchPolicy
  let limit: (running: Int, waiting: Int)
  private let ids: [EffectID] = ["a", "b", "c"]
  private(set) var count = 0
  private(set) var problems: [String] = []

  init(own: LaunchPolicy, limit: (running: Int, waiting: Int)) {
    self.own = own
    self.limit = limit
  }

  mutating func explore() { explore(State(), path: "") }

  private mutating func explore(_ state: State, path: String) {
    count += 1
    let machine = state.machine
    let names = Set(state.live.map(\.id) + (state.live.isEmpty ? [] : ["all"]))
    let isAlike =
      machine.runs.runs == state.live.map(\.run)
      && machine.runs.waitingRuns == state.live.filter(\.isWaiting).map(\.run)
      && Set(machine.ids()) == names
      && (ids + ["all"]).allSatisfy {
        (machine.runs.contains($0) || machine.containers.contains($0)) == names.contains($0)
      }
      && machine.containers.begunCount(of: "all") == state.live.count { !$0.isWaiting }
    guard isAlike, problems.count < 5 else { return problems.append("\(path): \(machine.runs.runs), \(state.live)") }
    if state.launches < LaunchPolicyExhaustiveTests.runs {
      // One unused name is like any other.
      for id in ids[...min(state.used, 2)] { explore(launching(id, state, path), path: "\(path) launch \(id)") }
    }
    for entry in state.live where !entry.isWaiting { explore(ending(entry, state), path: "\(path) end \(entry.run)") }
    for id in names { explore(cancelling(id, state), path: "\(path) cancel \(id)") }
  }

  private mutating func launching(_ id: EffectID, _ state: State, _ path: String) -> State {
    var state = state
    let run = state.launches
    state.launches += 1
    if let index = ids.firstIndex(of: id) { state.used = max(state.used, index + 1) }
    let node = state.machine.open(parent: .none, isCounted: false)
    let policy = LaunchPolicy.atMost(limit.running, waiting: limit.waiting)
    let common = ScopeTree.NamedProgram("all", node: node, policy: policy, hasOnePart: true)
    let group = state.machine.begin(common, isLate: true).program?.key ?? .none
    let launch = LaunchRequest(id: id, policy: own, position: .node(node), container: group)
    let changes = state.machine.launch(run, launch)
    _ = state.machine.release(node)
    let replaced = own == .replace ? state.live.filter { $0.id == id } : []
    var rest = state.live.filter { !replaced.contains($0) }
    fill(&rest)
    let hasPlace = rest.count < limit.running
    let isKept = own == .keepRunning && state.live.contains { $0.id == id }
    let isRefused = isKept || !hasPlace && rest.count(where: \.isWaiting) >= limit.waiting
    guard let key = changes.launched?.key else {
      if !isRefused { problems.append("\(path): refused \(id)") }
      _ = state.machine.end(group)
      return state
    }
    if isRefused || changes.cancelled.map(\.run) != replaced.map(\.run) { problems.append("\(path): launched \(id)") }
    state.keys[run] = key
    state.live = rest + [Entry(run: run, id: id, isWaiting: true)]
    fill(&state.live)
    return state
  }

  private func ending(_ entry: Entry, _ state: State) -> State {
    var state = state
    guard let key = state.keys[entry.run], let run = state.machine.runs[key] else { return state }
    _ = state.machine.complete(key)
    _ = state.machine.finish(run.node, isStream: false)
    _ = state.machine.end(run.container)
    state.live.removeAll { $0 == entry }
    fill(&state.live)
    return state
  }

  private func cancelling(_ id: EffectID, _ state: State) -> State {
    var state = state
    _ = state.machine.cancel([id])
    state.live.removeAll { id == "all" || $0.id == id }
    fill(&state.live)
    return state
  }

  /// Lets those that wait begin, the longest waiting one first, while there is room.
  private func fill(_ live: inout [Entry]) {
    while live.count(where: { !$0.isWaiting }) < limit.running, let next = live.firstIndex(where: \.isWaiting) {
      live[next].isWaiting = false
    }
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
