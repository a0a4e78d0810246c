import Synchronization

/// The running effects of one store, for any thread: a lock around the decisions, and the calls that follow them.
@usableFromInline
package final class EffectTable: Sendable {
  private let machine = Locked(StateMachine<EffectRunCore, Waiter>())
  private let ended = EndedRuns()
  private let timers = ThrottleTimers()
  package let options: StoreOptions
  /// Who is told what is decided here.
  @usableFromInline package let hub: ObserverHub
  // Beside the options, out of which each use would copy it.
  package let executor: (any TaskExecutor)?
  // As above.
  package let chainLimit: Int
  /// How many effects of the store wait until nothing else runs in it.
  let settlingCount = Atomic<Int>(0)
  /// Whether somebody waits until nothing runs, so that streams have to tell when they wait.
  let isWatched = Atomic<Bool>(false)
  /// Whether there may be scopes with effects.
  ///
  /// Changed on the main actor, where effects start.
  private let mayHaveScopes = Atomic<Bool>(false)

  @usableFromInline
  package init(options: StoreOptions) {
    self.options = options
    hub = ObserverHub(store: StoreIdentity(name: options.name), observers: options.observers)
    executor = options.executor
    chainLimit = options.chainLimit
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

  /// Registers a run, and cancels those that make place for it.
  ///
  /// - Returns: whether it begins now; else it waits, or is refused.
  package func admit(_ run: EffectRunCore, options: EffectOptions, throttle: Throttle?) -> Launching {
    let admission = withMachine { machine in
      let admission = machine.admit(
        run,
        id: run.scope == nil ? options.id : run.id,
        policy: options.policy,
        edges: throttle?.edges,
        node: run.node,
        traits: run.traits,
        scope: run.scope
      )
      note(admission, of: run)
      return admission
    }
    noteScope(of: run)
    return carryOut(admission, of: run, throttle)
  }

  /// Registers the only run of an action whose handling is over, under a node of its own.
  @usableFromInline
  package func admitAlone(
    _ run: EffectRunCore,
    options: EffectOptions,
    throttle: Throttle?,
    parent: SlotKey,
    isCounted: Bool
  ) -> Launching {
    let admission = withMachine { machine in
      let admission = machine.admitAlone(
        run,
        id: run.scope == nil ? options.id : run.id,
        policy: options.policy,
        edges: throttle?.edges,
        parent: parent,
        isCounted: isCounted,
        traits: run.traits,
        scope: run.scope
      )
      note(admission, of: run)
      return admission
    }
    noteScope(of: run)
    return carryOut(admission, of: run, throttle)
  }

  /// Notes what was decided about a launch, under the lock: others may find, begin and cancel the run afterwards.
  private func note(_ admission: StateMachine<EffectRunCore, Waiter>.Admission, of run: EffectRunCore) {
    switch admission {
    case .admitted(let admitted):
      run.note(admitted)
      guard hub.isActive else { return }
      leave(admitted.changes, outcome: .replaced)
      hub.leave(admitted.begins ? .effectStarted(run.info) : .effectQueued(run.info), cause: run.cause)
    case .refused(let reason?):
      guard hub.isActive else { return }
      hub.leave(.effectRefused(run.info, reason), cause: run.cause)
    case .refused(nil):
      break
    }
  }

  private func carryOut(
    _ admission: StateMachine<EffectRunCore, Waiter>.Admission,
    of run: EffectRunCore,
    _ throttle: Throttle?
  ) -> Launching {
    switch admission {
    case .admitted(let admitted):
      carryOut(admitted.changes)
      if admitted.opensWindow, let throttle, let id = run.id {
        timers.open(id, throttle, in: self)
      }
      return admitted.begins ? .begins : .waits
    case .refused:
      hub.flush()
      return .refused
    }
  }

  /// Ends a throttle's window, and tells what to wait for until the next one ends, if there is one.
  func endWindow(of id: EffectID) -> Throttle? {
    let end = withMachine { machine in
      let end = machine.endWindow(of: id)
      leave(end.changes, outcome: end.refusal.map { .refused($0) } ?? .replaced)
      return end
    }
    carryOut(end.changes)
    return end.next?.throttle
  }

  /// Takes out a run that has ended with nothing but an action, where nobody listens; `false` for any other.
  @usableFromInline
  package func landSimply(_ run: EffectRunCore) -> Bool {
    guard !run.traits.landsLate, !run.traits.isStream, run.error == nil, !hub.isActive else { return false }
    return land(run)
  }

  package func land(_ run: EffectRunCore) -> Bool {
    let isLanded = withMachine { machine in
      let isLanded = machine.land(run.key)
      if isLanded, hub.isActive {
        hub.leave(.effectEnded(run.info, run.error.map { .failed($0) } ?? .finished), cause: run.cause)
      }
      return isLanded
    }
    hub.flush()
    return isLanded
  }

  /// Lets those go on who waited for a run that has landed, once its last action was handled.
  @usableFromInline
  package func finish(_ run: EffectRunCore) {
    change(.cancelled) { $0.finish(run.node, isStream: run.traits.isStream) }
  }

  /// Notes that the task of a cancelled run has ended.
  ///
  /// Where the registry is in use, tasks that end at the same time wait in a row, and the first of them alone waits
  /// for the lock, to take out all.
  package func drained(_ run: EffectRunCore) {
    if machine.withLockIfAvailable({ $0.drained(run.key) }) == nil, ended.push(run) {
      withMachine { _ in }
    }
    if hub.isActive {
      hub.tell(.effectDrained(run.info), cause: run.cause)
    }
  }

  package func cancel(_ selector: EffectSelector) {
    switch selector.kind {
    case .id(let id):
      change(.cancelled) { $0.cancel(id) }
    case .ids(let ids):
      change(.cancelled) { $0.cancel(ids) }
    case .matching(let condition):
      // The condition is a user's code: it is called outside of the lock.
      let ids = withMachine { $0.runs.ids }.filter(condition)
      change(.cancelled) { $0.cancel(ids) }
    case .all:
      change(.cancelled) { $0.cancelAll() }
    case .scope(let scope):
      change(.cancelled) { $0.cancel(scope) }
    case .departed(let scopes):
      cancelDeparted(scopes)
    }
  }

  /// Cancels what a selector means that was given inside a scope.
  package func cancel(_ selector: EffectSelector, in scope: EffectScope?) {
    guard let scope else { return cancel(selector) }
    switch selector.kind {
    case .id(let id):
      change(.cancelled) { $0.cancel(id.scoped(within: scope)) }
    case .ids(let ids):
      change(.cancelled) { $0.cancel(ids.map { $0.scoped(within: scope) }) }
    case .matching(let condition):
      // Names as they are seen from the scope, each asked for once; called outside of the lock, as above.
      let runs = withMachine { $0.runs(in: scope) }
      let ids = Set(runs.compactMap { $0.id(seenFrom: scope) }).filter(condition)
      change(.cancelled) { $0.cancel(ids.map { $0.scoped(within: scope) }) }
    case .all:
      change(.cancelled) { $0.cancelAll(in: scope) }
    case .scope(let inner):
      change(.cancelled) { $0.cancel(inner.within(scope)) }
    case .departed(let scopes):
      cancelDeparted(scopes)
    }
  }

  /// Cancels the effects of scopes whose children have left the state.
  private func cancelDeparted(_ scopes: [EffectScope]) {
    for scope in scopes {
      change(.cancelled) { machine in
        let changes = machine.cancel(scope)
        changes.first?.run.orphan()
        for cancelled in changes.rest {
          cancelled.run.orphan()
        }
        return changes
      }
    }
  }

  // MARK: Scopes

  private func noteScope(of run: EffectRunCore) {
    guard run.scope != nil else { return }
    mayHaveScopes.store(true, ordering: .relaxed)
  }

  /// Registers a composite program in a scope.
  func begin(in scope: EffectScope) -> SlotKey {
    mayHaveScopes.store(true, ordering: .relaxed)
    return withMachine { $0.scopes.begin(in: scope) }
  }

  func isCurrent(_ program: SlotKey) -> Bool {
    withMachine { $0.scopes.isCurrent(program) }
  }

  func end(_ program: SlotKey) {
    withMachine { $0.scopes.end(program) }
  }

  /// Whether there may be scopes with effects or unfinished programs; it is one load.
  @usableFromInline
  package var hasScopes: Bool {
    mayHaveScopes.load(ordering: .relaxed)
  }

  /// The scopes that have effects or unfinished programs of their own, in no particular order.
  @MainActor
  package var scopes: [EffectScope] {
    guard hasScopes else { return [] }
    let scopes = withMachine { $0.scopes.scopes }
    if scopes.isEmpty {
      // On the main actor, where alone they come to be: none came meanwhile.
      mayHaveScopes.store(false, ordering: .relaxed)
    }
    return scopes
  }

  package func cancelTree(_ node: SlotKey) {
    change(.cancelled) { $0.cancelTree(node) }
  }

  /// Cancels everything and lets every waiter go.
  ///
  /// Nothing starts from now on.
  package func close() {
    timers.close()
    change(.cancelled) { $0.close() }
  }

  /// Takes a decision and carries it out; runs that it takes out have the outcome.
  private func change(
    _ outcome: EffectOutcome,
    _ decide: (inout StateMachine<EffectRunCore, Waiter>) -> StateMachine<EffectRunCore, Waiter>.Changes
  ) {
    let changes = withMachine { machine in
      let changes = decide(&machine)
      leave(changes, outcome: outcome)
      return changes
    }
    carryOut(changes)
  }

  /// Leaves the events of a decision, under the lock.
  private func leave(_ changes: StateMachine<EffectRunCore, Waiter>.Changes, outcome: EffectOutcome) {
    guard hub.isActive else { return }
    if let first = changes.first {
      for run in [first.run] + changes.rest.map(\.run) {
        hub.leave(.effectEnded(run.info, outcome), cause: run.cause)
      }
    }
    for run in changes.started {
      hub.leave(.effectStarted(run.info), cause: run.cause)
    }
  }

  private func carryOut(_ changes: StateMachine<EffectRunCore, Waiter>.Changes) {
    // Outside of the lock: cancellation handlers are users' code and may call back.
    if let first = changes.first {
      cancel(first.run)
      for cancelled in changes.rest {
        cancel(cancelled.run)
      }
    }
    for run in changes.started {
      run.begin()
    }
    finish(changes.finished)
    // Last: an observer may send, and what was cancelled is to be so then.
    hub.flush()
  }

  private func cancel(_ run: EffectRunCore) {
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

  package var waitingEffects: [EffectInfo] {
    withMachine { $0.runs.waitingRuns }.map(\.info)
  }

  package var drainingEffects: [EffectInfo] {
    withMachine { $0.runs.drainingRuns }.map(\.info).sorted { $0.token < $1.token }
  }

  /// The number of nodes of the causal tree, for tests of its bounds.
  package var nodeCount: Int {
    withMachine { $0.tree.count }
  }

  /// The number of throttles' intervals that are waited for, for tests of its bounds.
  package var timerCount: Int { timers.count }

  /// Whether every running effect waits, for an element of its stream or until the others are quiet; and how many
  /// elements came so far.
  package func quiescence() -> (isQuiet: Bool, elements: Int) {
    let settling = settlingCount.load(ordering: .sequentiallyConsistent)
    let candidates: [EffectRunCore]? = withMachine { machine in
      // Most of the time something else runs: then nobody looks at each run.
      // Those that queue do nothing by themselves.
      let active = machine.runs.count - machine.runs.queuedCount - machine.runs.streamCount
      return active <= settling ? machine.runs.unqueuedRuns : nil
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
