/// A record of what an ``EffectExecutor`` and its stores do.
///
/// An executor keeps one; its stores write into it.
public final class ExecutorActivity: Sendable {
  private struct Store {
    weak var table: EffectTable?
  }

  private struct State {
    var operations: Set<Int> = []
    var resting: Set<Int> = []
    var stores: [Store] = []
    var sweepCount = 16
    var work = Duration.zero
  }

  private let state = Locked(State())

  /// Creates one without stores.
  public init() {}

  // MARK: Operations on the main actor

  /// How many operations on the main actor have begun and not ended.
  public var operationsOnMainActor: Int { state.withLock { $0.operations.count } }

  /// How many of them may go on by themselves, as they do not sleep on a test clock.
  var restlessOperations: Int { state.withLock { $0.operations.count - $0.resting.count } }

  /// Notes that the current task begins an operation on the main actor.
  func beginOperation() {
    guard let task = Self.currentTask else { return }
    state.withLock { _ = $0.operations.insert(task) }
  }

  func endOperation() {
    guard let task = Self.currentTask else { return }
    state.withLock { state in
      state.operations.remove(task)
      state.resting.remove(task)
    }
  }

  /// Notes that the current task sleeps on a test clock.
  ///
  /// - Returns: the task, if it is an operation on the main actor and not one of its child tasks, which would leave it
  ///   running.
  package func beginRest() -> Int? {
    guard let task = Self.currentTask else { return nil }
    return state.withLock { state in
      guard state.operations.contains(task) else { return nil }
      state.resting.insert(task)
      return task
    }
  }

  /// Notes that such a task was woken.
  package func endRest(of task: Int) {
    state.withLock { _ = $0.resting.remove(task) }
  }

  /// A number that tells living tasks from each other.
  private static var currentTask: Int? {
    withUnsafeCurrentTask { $0?.hashValue }
  }

  // MARK: Work

  /// How long the executor has run jobs so far: not what others on the main actor took meanwhile.
  var work: Duration { state.withLock { $0.work } }

  /// Has jobs run, and adds the time that they take to the executor's work.
  package func measure(_ runJobs: () -> Bool) -> Bool {
    let start = ContinuousClock.now
    let result = runJobs()
    state.withLock { $0.work += ContinuousClock.now - start }
    return result
  }

  // MARK: Stores

  func add(_ table: EffectTable) {
    state.withLock { state in
      if state.stores.count >= state.sweepCount {
        state.stores.removeAll { $0.table == nil }
        state.sweepCount = max(16, state.stores.count * 2)
      }
      state.stores.append(Store(table: table))
    }
  }

  /// How many stores it remembers, for tests of its bounds.
  var storeCount: Int { state.withLock { $0.stores.count } }

  private var tables: [EffectTable] { state.withLock { $0.stores.compactMap(\.table) } }

  /// The longest of the stores.
  var settlingLimit: Duration {
    tables.map(\.options.settlingLimit).max() ?? StoreOptions.defaultSettlingLimit
  }

  /// Has those stores report that a wait was given up which have effects, or all where none has.
  func reportUnsettled(after limit: Duration) {
    let tables = tables
    let busy = tables.filter { $0.hasTasks }
    for table in busy.isEmpty ? tables : busy {
      table.reportUnsettled(after: limit)
    }
  }
}
