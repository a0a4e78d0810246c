import FeatureEngine
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// All pairs of modifiers on a task: each does the same as on a program, in either order.
///
/// `ModifierPairTests` of StoreCore describes what that is.
@MainActor
@Suite struct TaskModifierPairTests {
  typealias Task = ActionTask<String, Notes>
  typealias Program = EffectProgram<String>

  enum Modifier: CaseIterable {
    case priority, named, policy, queueing, cancellable, sharing, delay, debounce, throttle, timeout, retry, onCancel
    case `catch`

    private func around<Effect: StoreEffect>(effect: Effect) -> Effect {
      switch self {
      case .priority: effect.priority(.background)
      case .named: effect.named("task")
      case .policy: effect.policy(.keepRunning)
      case .queueing: effect.policy(.queue(limit: 1))
      case .cancellable: effect.cancellable(id: "a")
      case .sharing: effect.cancellable(id: "b", cancelInFlight: false)
      case .delay: effect.delay(for: .seconds(1))
      case .debounce: effect.debounce(id: "d", for: .seconds(2))
      case .throttle: effect.throttle(id: "t", for: .seconds(10))
      case .timeout: effect.timeout(after: .milliseconds(2_500))
      case .retry: effect.retry(RetryPolicy(attempts: 2, delay: .seconds(1)))
      case .onCancel, .catch: effect
      }
    }

    @MainActor
    func around(_ task: Task) -> Task {
      switch self {
      case .onCancel: task.onCancel { "answer" }
      case .catch: task.recover { _, _ in .send("caught") }
      default: around(effect: task)
      }
    }

    func around(_ program: Program) -> Program {
      switch self {
      case .onCancel: program.onCancel { "answer" }
      case .catch: program.catch { _ in .emit("caught") }
      default: around(effect: program)
      }
    }
  }

  enum Base: CaseIterable { case operation, failing, sequence, merge, action, cancel }

  private let executor = TestExecutor()
  private let clock: TestClock

  init() {
    clock = TestClock(executor: executor)
  }

  private struct Failure: Error {}

  /// Suspends for two seconds, and fails if requested.
  private func work(fails: Bool) -> @MainActor @Sendable () async throws -> String {
    { [clock] in
      try await clock.sleep(for: .seconds(2))
      if fails { throw Failure() }
      return "done"
    }
  }

  private func task(_ base: Base) -> Task {
    let work = { (id: String?, fails: Bool) -> Task in
      let work = self.work(fails: fails)
      return id.map { .task(id: $0) { _ in try await work() } } ?? .task { _ in try await work() }
    }
    return switch base {
    case .operation: work(nil, false)
    case .failing: work("inner", true)
    case .sequence: .sequence(work(nil, false), .send("between"), work("inner", false))
    case .merge: .merge(work("inner", false), work(nil, true))
    case .action: .send("done")
    case .cancel: .cancel(id: "elsewhere")
    }
  }

  private func program(_ base: Base) -> Program {
    let work = { (id: EffectID?, fails: Bool) -> Program in
      let work = self.work(fails: fails)
      return .taskOnMainActor(EffectOptions(id: id)) { _ in try await work() }
    }
    return switch base {
    case .operation: work(nil, false)
    case .failing: work("inner", true)
    case .sequence: .sequence([work(nil, false), .emit("between"), work("inner", false)])
    case .merge: .merge([work("inner", false), work(nil, true)])
    case .action: .emit("done")
    case .cancel: .cancel(id: "elsewhere")
    }
  }

  /// The visible course of a task: launched once or twice, and cancelled.
  private func course(of task: Task, isCancelled: Bool) async -> [String] {
    let issues = IssueLog()
    let log = EventLog()
    let errors = Locked<[String]>([])
    let store = Store(
      options: StoreOptions(
        executor: executor,
        clock: clock,
        observers: [log],
        onError: { error, info in
          errors.withLock { $0.append("\(type(of: error)) of \(info.id.map { "\($0)" } ?? "-")") }
        },
        onIssue: { issues.record($0) }
      ),
      ActionHandler { action, state in
        state.lines.append(action)
        return action == "start" ? task : .none
      }
    )
    store.launch(
      Program.task(id: "elsewhere") { [clock] in
        try await clock.sleep(for: .seconds(60))
        return "late"
      }
    )
    var seen: [String] = []
    func look() {
      let names = ["a", "b", "d", "t", "inner", "elsewhere"].filter { store.isTaskRunning(id: $0) }
      let effects = store.runtime.runningEffects.map {
        "\($0.id.map { "\($0)" } ?? "-") \($0.name ?? "-") \($0.priority?.rawValue ?? 0)"
      }
      seen.append("\(names) \(effects), \(store.runtime.waitingEffects.count) wait, \(store.state.lines)")
    }
    store.send("start")
    look()
    await clock.advance(by: .milliseconds(500))
    store.send("start")
    look()
    if isCancelled { for name in ["a", "b", "d", "t", "inner"] { store.cancelTask(id: name) } }
    for milliseconds in [500, 1_000, 1_000, 1_000, 2_000, 8_000, 30_000] {
      await clock.advance(by: .milliseconds(milliseconds))
      look()
    }
    store.cancelAll()
    await executor.settle()
    return seen + log.events + errors.withLock { $0 } + issues.all.map(\.message)
  }

  private nonisolated static let pairs = Rounds.sample(
    of: Modifier.allCases.flatMap { first in Modifier.allCases.map { [first, $0] } }
  )

  @Test(arguments: pairs)
  func `a pair of modifiers does the same to a task as to a program`(pair: [Modifier]) async {
    for base in Base.allCases {
      let task = pair.reduce(task(base)) { $1.around($0) }
      let program = pair.reduce(program(base)) { $1.around($0) }
      for isCancelled in [false, true] {
        let ofTask = await course(of: task, isCancelled: isCancelled)
        let ofProgram = await course(of: .program(program), isCancelled: isCancelled)
        #expect(ofTask == ofProgram, "\(base), \(isCancelled ? "cancelled" : "not cancelled")")
      }
    }
  }
}
