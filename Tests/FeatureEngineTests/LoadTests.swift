#if Exhaustive
import FeatureEngine
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Many actions and tasks at once, cancelled at random, and a simple model of the expected results.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct LoadTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `ten thousand actions and a thousand tasks at a time end as in the model`(seed: UInt64) async {
    let bench = Bench(isSequential: false, seed: seed)
    while bench.actionCount < 10_000 {
      bench.step(aim: 1_000)
      if bench.stepCount.isMultiple(of: 400) { await bench.compare() }
    }
    #expect(bench.mostRunning >= 1_000)
    await bench.finish()
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `actions that wait for each other's tasks end as in the model`(seed: UInt64) async {
    let bench = Bench(isSequential: true, seed: seed)
    while bench.actionCount < 1_000 {
      bench.step(aim: 20)
      if bench.stepCount.isMultiple(of: 10) { await bench.compare() }
    }
    await bench.finish()
  }
}

/// A store under load, and the model of it.
@MainActor
private final class Bench {
  enum Action: Sendable {
    case tick
    case start(name: Int, amount: Int, gate: Gate)
    case cancel(name: Int)
  }

  struct Load: Feature {
    @Observable
    final class State {
      var total = 0
      var handled = 0
      var counts: [Int: Int] = [:]
    }

    typealias Action = Bench.Action

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        state.handled += 1
        switch action {
        case .tick:
          return .none
        case .start(let name, let amount, let gate):
          return .run(id: name) { state in
            await gate.pass()
            // A cancelled one does not write.
            try Task.checkCancellation()
            state.total += amount
            state.counts[name, default: 0] += 1
          }
        case .cancel(let name):
          return .cancel(id: name)
        }
      }
    }
  }

  /// A task as the model sees it.
  final class Run {
    let name: Int
    let amount: Int
    let gate = Gate()
    var isOpen = false
    var hasBegun = false

    init(name: Int, amount: Int) {
      self.name = name
      self.amount = amount
    }
  }

  /// An action that was sent.
  final class Sent {
    enum Kind {
      case tick
      case start(Run)
      case cancel(Int)
    }

    let kind: Kind
    var isCancelled = false
    var handle = SendHandle()

    init(_ kind: Kind) {
      self.kind = kind
    }
  }

  let store: Store<Load>
  private let isSequential: Bool
  private var random: SeededGenerator
  private(set) var actionCount = 0
  private(set) var stepCount = 0
  private(set) var mostRunning = 0

  // The model.
  private var total = 0
  private var handled = 0
  private var counts: [Int: Int] = [:]
  private var running: [Int: Run] = [:]
  private var draining: [Run] = []
  private var queue: [Sent] = []
  private var sent: [Sent] = []
  /// Handled actions whose handles are not known to have finished.
  private var unfinished: [Sent] = []
  private var drainedCount = 0
  private let drained = DrainCounter()

  init(isSequential: Bool, seed: UInt64) {
    self.isSequential = isSequential
    random = SeededGenerator(seed: seed)
    store = Store(
      initialState: Load.State(),
      feature: Load(),
      ordering: isSequential ? .sequential : .concurrent,
      options: StoreOptions(executor: TestExecutor(), observers: [drained])
    )
  }

  // MARK: Steps

  func step(aim: Int) {
    stepCount += 1
    let pending = running.count + queue.count
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<20:
      send(.tick)
    case 20..<(pending < aim ? 80 : 50):
      send(.start(Run(name: someName(aim), amount: actionCount)))
    case 90..<93:
      send(.cancel(someName(aim)))
    case 93..<96:
      let name = someName(aim)
      store.cancelTask(id: name)
      cancel(name)
      goOn()
    case 96..<98:
      if let sent = sent.randomElement(using: &random) {
        sent.handle.cancel()
        cancel(sent)
      }
    case 98..<99:
      if let run = draining.randomElement(using: &random) { open(run) }
    default:
      // One of the last: most of these run.
      if case .start(let run)? = sent.suffix(2 * aim).randomElement(using: &random)?.kind { open(run) }
    }
    mostRunning = max(mostRunning, running.count)
  }

  private func someName(_ aim: Int) -> Int {
    Int.random(in: 0..<(aim * 4), using: &random)
  }

  private func open(_ run: Run) {
    run.isOpen = true
    run.gate.open()
  }

  private func send(_ kind: Sent.Kind) {
    actionCount += 1
    let action = Sent(kind)
    queue.append(action)
    sent.append(action)
    goOn()
    switch kind {
    case .tick: action.handle = store.send(.tick)
    case .start(let run): action.handle = store.send(.start(name: run.name, amount: run.amount, gate: run.gate))
    case .cancel(let name): action.handle = store.send(.cancel(name: name))
    }
  }

  // MARK: The model

  /// Handles the actions that may be handled.
  private func goOn() {
    while !queue.isEmpty, !isSequential || running.isEmpty {
      let action = queue.removeFirst()
      guard !action.isCancelled else { continue }
      handled += 1
      unfinished.append(action)
      switch action.kind {
      case .tick: break
      case .start(let run):
        cancel(run.name)
        running[run.name] = run
      case .cancel(let name): cancel(name)
      }
    }
  }

  private func cancel(_ name: Int) {
    if let run = running.removeValue(forKey: name) { draining.append(run) }
  }

  private func cancel(_ action: Sent) {
    action.isCancelled = true
    if case .start(let run) = action.kind, running[run.name] === run { cancel(run.name) }
  }

  /// Lets everything happen that can happen.
  private func settle() {
    while true {
      let count = draining.count
      draining.removeAll { !$0.hasBegun || $0.isOpen }
      drainedCount += count - draining.count
      goOn()
      let ended = running.values.filter(\.isOpen)
      for run in running.values { run.hasBegun = true }
      for run in ended {
        running[run.name] = nil
        total += run.amount
        counts[run.name, default: 0] += 1
      }
      if ended.isEmpty { return }
    }
  }

  // MARK: Comparing

  func compare() async {
    settle()
    await waitUntilSettled()
    #expect(store.state.handled == handled)
    #expect(store.state.total == total)
    #expect(store.state.counts == counts)
    #expect(store.runningTaskCount == running.count)
    let names = store.runtime.runningEffects.compactMap { $0.id?.value(as: Int.self) }
    #expect(Set(names) == Set(running.keys))
    #expect(running.keys.allSatisfy { store.isTaskRunning(id: $0) })
    let drained = store.runtime.drainingEffects.compactMap { $0.id?.value(as: Int.self) }
    #expect(drained.sorted() == draining.map(\.name).sorted())
    if !isSequential { #expect(store.runtime.table.nodeCount == running.count) }
  }

  /// Waits for everything that has to happen according to the model.
  private func waitUntilSettled() async {
    for action in unfinished where !isRunning(action) {
      await action.handle.value
    }
    unfinished.removeAll { !isRunning($0) }
    for run in running.values {
      await run.gate.waitForArrivals(1)
    }
    await drained.counter.wait(for: drainedCount)
  }

  private func isRunning(_ action: Sent) -> Bool {
    guard case .start(let run) = action.kind else { return false }
    return running[run.name] === run
  }

  /// Opens all gates, until nothing is left.
  func finish() async {
    await compare()
    while !running.isEmpty || !draining.isEmpty {
      for run in running.values { open(run) }
      for run in draining { open(run) }
      await compare()
    }
    #expect(queue.isEmpty)
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.drainingEffects.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
    #expect(store.runtime.table.gatedCount == 0)
    #expect(sent.allSatisfy { $0.handle.isFinished })
  }
}
#endif
