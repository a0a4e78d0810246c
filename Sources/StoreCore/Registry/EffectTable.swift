import Synchronization

/// The running effects of one store, for any thread: a lock around the decisions, and the calls that follow them.
@usableFromInline
package final class EffectTable: Sendable {
  private let machine = Locked(StateMachine<EffectRunCore, Waiter>())
  private let ended = EndedRuns()
  package let options: StoreOptions
  // Beside the options, out of which each use would copy them.
  package let observer: (any RuntimeObserver)?
  package let executor: (any TaskExecutor)?
  /// How many effects of the store wait until nothing else runs in it.
  let settlingCount = Atomic<Int>(0)
  /// Whether somebody waits until nothing runs, so that streams have to tell when they wait.
  let isWatched = Atomic<Bool>(false)

  package init(options: StoreOptions) {
    self.options = options
    observer = options.observer
    executor = options.executor
  }

  /// Takes a decision under the lock, after those about runs that have ended meanwhile.
  private func withMachine<Result>(
    _ body: (inout sending StateMachine<EffectRunCore, Waiter>) -> sending Result
  ) -> sending Result {
    // Held until the lock is free: what a run captured is a user's, and its end may call back.
    let ended = ended.takeAll()
    defer { withExtendedLifetime(ended) {} }
    return machine.withLock { machine in
      for run in ended {
        machine.drained(run.key)
      }
      return body(&machine)
    }
  }

  // MARK: Actions

  package func open(parent: SlotKey, isCounted: Bool) -> SlotKey {
    withMachine { $0.open(parent: parent, isCounted: isCounted) }
  }

  package func retain(_ node: SlotKey) {
    withMachine { $0.retain(node) }
  }

  @usableFromInline
  package func release(_ node: SlotKey, isStream: Bool = false) {
    finish(withMachine { $0.release(node, isStream: isStream) })
  }

  package func isCancelled(_ node: SlotKey) -> Bool {
    withMachine { $0.tree.isCancelled(node) }
  }

  // MARK: Runs

  /// Registers a run and cancels those that it replaces; `false` where it must not start.
  package func admit(_ run: EffectRunCore, policy: LaunchPolicy) -> Bool {
    let admission = withMachine {
      $0.admit(run, id: run.id, policy: policy, node: run.node, traits: run.traits)
    }
    return carryOut(admission, of: run)
  }

  /// Registers the only run of an action whose handling is over, under a node of its own.
  @usableFromInline
  package func admitAlone(
    _ run: EffectRunCore,
    _ options: EffectOptions,
    parent: SlotKey,
    isCounted: Bool
  ) -> Bool {
    let admission = withMachine {
      $0.admitAlone(
        run,
        id: options.id,
        policy: options.policy,
        parent: parent,
        isCounted: isCounted,
        traits: run.traits
      )
    }
    return carryOut(admission, of: run)
  }

  private func carryOut(_ admission: StateMachine<EffectRunCore, Waiter>.Admission, of run: EffectRunCore) -> Bool {
    guard case .admitted(let key, let node, let replaced) = admission else { return false }
    run.key = key
    run.node = node
    carryOut(replaced, outcome: .replaced)
    return true
  }

  /// Takes out a run that has ended with nothing but an action, where nobody listens; `false` for any other.
  @usableFromInline
  package func landSimply(_ run: EffectRunCore) -> Bool {
    guard !run.traits.landsLate, !run.traits.isStream, run.error == nil, observer == nil else { return false }
    return land(run)
  }

  package func land(_ run: EffectRunCore) -> Bool {
    withMachine { $0.land(run.key) }
  }

  /// Notes that the task of a cancelled run has ended.
  ///
  /// Where the registry is in use, tasks that end at the same time wait in a row, and the first of them alone waits
  /// for the lock, to take out all.
  package func drained(_ run: EffectRunCore) {
    if machine.withLockIfAvailable({ $0.drained(run.key) }) == nil, ended.push(run) {
      withMachine { _ in }
    }
    observer?.receive(.effectDrained(run.info))
  }

  package func cancel(_ selector: EffectSelector) {
    let cancellation: StateMachine<EffectRunCore, Waiter>.Cancellation
    switch selector.kind {
    case .id(let id):
      cancellation = withMachine { $0.cancel(id) }
    case .ids(let ids):
      cancellation = withMachine { $0.cancel(ids) }
    case .matching(let condition):
      // The condition is a user's code: it is called outside of the lock.
      let ids = withMachine { $0.runs.ids }.filter(condition)
      cancellation = withMachine { $0.cancel(ids) }
    case .all:
      cancellation = withMachine { $0.cancelAll() }
    }
    carryOut(cancellation, outcome: .cancelled)
  }

  package func cancelTree(_ node: SlotKey) {
    carryOut(withMachine { $0.cancelTree(node) }, outcome: .cancelled)
  }

  /// Cancels everything and lets every waiter go.
  ///
  /// Nothing starts from now on.
  package func close() {
    carryOut(withMachine { $0.close() }, outcome: .cancelled)
  }

  private func carryOut(_ cancellation: StateMachine<EffectRunCore, Waiter>.Cancellation, outcome: EffectOutcome) {
    // Outside of the lock: cancellation handlers are users' code and may call back.
    guard let first = cancellation.first else { return finish(cancellation.finished) }
    cancel(first.run, outcome: outcome)
    for cancelled in cancellation.rest {
      cancel(cancelled.run, outcome: outcome)
    }
    finish(cancellation.finished)
  }

  private func cancel(_ run: EffectRunCore, outcome: EffectOutcome) {
    // Told first: the task may end, and be told of, as soon as it is cancelled.
    observer?.receive(.effectEnded(run.info, outcome))
    run.cancel()
    // Nothing may be on its way to the store: who settles looks again.
    run.tellWatcher()
  }

  private func finish(_ waiters: [Waiter]) {
    for waiter in waiters {
      waiter.finish()
    }
  }

  // MARK: Questions

  package func isRunning(_ id: EffectID) -> Bool {
    withMachine { $0.runs.isRunning(id) }
  }

  package var runningCount: Int {
    withMachine { $0.runs.count }
  }

  package var runningEffects: [EffectInfo] {
    withMachine { $0.runs.runs }.map(\.info)
  }

  package var drainingEffects: [EffectInfo] {
    withMachine { $0.runs.drainingRuns }.map(\.info).sorted { $0.token < $1.token }
  }

  /// The number of nodes of the causal tree, for tests of its bounds.
  package var nodeCount: Int {
    withMachine { $0.tree.count }
  }

  /// Whether every running effect waits, for an element of its stream or until the others are quiet; and how many
  /// elements came so far.
  package func quiescence() -> (isQuiet: Bool, elements: Int) {
    let settling = settlingCount.load(ordering: .sequentiallyConsistent)
    let candidates: [EffectRunCore]? = withMachine { machine in
      // Most of the time something else runs: then nobody looks at each run.
      machine.runs.count - machine.runs.streamCount <= settling ? machine.runs.runs : nil
    }
    guard let runs = candidates else { return (false, 0) }
    return (runs.allSatisfy(\.isWaiting), runs.reduce(0) { $0 &+ $1.elementCount })
  }

  // MARK: Waiting

  func isSettled(_ node: SlotKey, scope: CausalTree<Waiter>.Scope) -> Bool {
    withMachine { $0.isClosed || $0.tree.isSettled(node, scope: scope) }
  }

  /// Suspends until a node has settled, the store goes away, or the caller is cancelled.
  func wait(
    for node: SlotKey,
    scope: CausalTree<Waiter>.Scope,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let waiter = Waiter()
    let run = EffectRunCore.current.flatMap { $0.table === self ? $0.key : nil }
    guard machine.withLock({ $0.addWaiter(waiter, to: node, scope: scope, run: run) }) else { return }
    // Named in the closure, which would leave the caller's actor otherwise, and come back through the pool.
    await withTaskCancellationHandler {
      await waiter.wait(isolation: isolation)
    } onCancel: {
      waiter.finish()
    }
    withMachine { $0.removeWaiter(from: node, scope: scope, run: run) { $0 === waiter } }
  }
}
