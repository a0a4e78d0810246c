import Synchronization

/// The running effects of one store, for any thread: a lock around the decisions, and the calls that follow them.
package final class EffectTable: Sendable {
  typealias Machine = StateMachine<EffectRun, Waiter>

  let machine = Locked(Machine())
  /// The cancelled runs whose tasks have not ended.
  ///
  /// Under a separate lock: a burst of cancels ends as many tasks, which would all wait for the lock of the decisions.
  let draining = Locked(Slab<EffectRun, KeySpace.Draining>())
  let launchBatch = Locked(LaunchBatch<EffectRun>())
  let endListeners = EndListeners()
  /// The waits for a handler, in a store whose handler suspends or whose actions wait for effects.
  let handlerWaits = Locked<HandlerWaits?>(nil)
  /// The latest refusals, for the descriptions of handles.
  let refusals = Locked(LatestRefusals())
  package let options: StoreOptions
  /// The observers, which are notified of what is decided here.
  package let hub: ObserverHub
  // Stored apart from the options, out of which each use would copy it.
  package let executor: (any TaskExecutor)?
  /// The executor, if it sees all that runs there and can be asked to run it.
  let effectExecutor: (any EffectExecutor)?
  /// The watch over waits that a test clock could hold up for ever, if the store has such a clock or executor.
  package let waitWatch: WaitWatch?
  // As above.
  package let chainLimit: Int
  let hasInterceptor: Bool
  #if DEBUG
  /// Watches whether the store has an owner.
  let releaseWatch = ReleaseWatch()
  /// The names that effects have had.
  let knownNames = Locked(KnownNames())
  #endif
  /// The number of waits in which there was nothing to wait for.
  let vainWaitCount = Atomic<UInt>(0)
  /// The effects that wait until nothing else runs in the store, each with the number of its waits.
  let settling = Locked<[CancellationToken: Int]>([:])
  /// Whether a `settle()` waits until nothing runs, so that streams have to report when they wait.
  private let watched = Locked(false)
  var isWatched: Bool {
    get { watched.withLock { $0 } }
    set { watched.withLock { $0 = newValue } }
  }
  /// Whether there may be scopes with effects; changed on the main actor, where effects start.
  let mayHaveScopes = Atomic<Bool>(false)

  package init(options: StoreOptions) {
    var options = options
    options.settlingLimit = EffectClock.wait(for: options.settlingLimit)
    options.chainLimit = max(1, options.chainLimit)
    self.options = options
    hub = ObserverHub(store: StoreIdentity(name: options.name), observers: options.observers)
    executor = options.executor
    effectExecutor = options.executor as? any EffectExecutor
    waitWatch = ((options.clock as? any ManualClock)?.executor ?? effectExecutor)?.activity.waitWatch
    chainLimit = options.chainLimit
    hasInterceptor = options.effectInterceptor != nil
  }

  /// Makes a decision under the lock.
  func withMachine<Result>(_ body: (inout sending Machine) -> sending Result) -> sending Result {
    machine.withLock { body(&$0) }
  }

  // MARK: Actions

  package func open(parent: NodeKey, isCounted: Bool) -> NodeKey {
    withMachine { $0.open(parent: parent, isCounted: isCounted) }
  }

  /// Opens a node that is a part of another one; see ``CausalTree/open(partOf:)``.
  func open(partOf whole: NodeKey) -> NodeKey { withMachine { $0.tree.open(partOf: whole) } }

  package func retain(_ node: NodeKey) { withMachine { $0.tree.retain(node) } }

  package func release(_ node: NodeKey, isStream: Bool = false) {
    finish(withMachine { $0.release(node, isStream: isStream) })
  }

  /// Keeps a node in its place even if it has no units; returns the node that keeps it, for ``releasePlace(of:keeper:)``.
  func keepPlace(of node: NodeKey) -> NodeKey {
    withMachine { machine in
      machine.tree.mark(node)
      return machine.open(parent: node, isCounted: false)
    }
  }

  func releasePlace(of node: NodeKey, keeper: NodeKey) {
    let finished = withMachine { machine in
      let finished = machine.release(keeper)
      machine.tree.unmark(node)
      return finished
    }
    finish(finished)
  }

  package func isCancelled(_ node: NodeKey) -> Bool { withMachine { $0.tree.isCancelled(node) } }

  // MARK: Runs

  package func complete(_ run: EffectRun) -> Bool {
    let hasCompleted = withMachine { machine in
      guard machine.complete(run.key) else { return false }
      hub.leave(.effectEnded(run.info, run.error.map { .failed($0) } ?? .finished), cause: run.cause)
      return true
    }
    hub.flush()
    return hasCompleted
  }

  /// Lets what waited for a completed run continue, once the run's last action was handled.
  package func finish(_ run: EffectRun) {
    change { $0.finish(run.node, isStream: run.traits.isStream) }
  }

  /// Notes that the task of a cancelled run has ended, once.
  package func drained(_ run: EffectRun) {
    let key = run.state.withLock { $0.drainingKey }
    let wasDraining = draining.withLock { $0.remove(key) }
    if wasDraining { hub.tell(.effectDrained(run.info), cause: run.cause) }
  }

  /// Registers a run, which begins or waits, and cancels those that make room for it, unless it is refused.
  package func admit(
    _ run: EffectRun,
    at position: Position,
    inside container: ContainerKey = .none
  ) -> (isAdmitted: Bool, refusal: Refusal?) {
    #if DEBUG
    if let id = run.id { knownNames.withLock { $0.add(id) } }
    #endif
    let throttle = run.operation.throttle
    let launch = LaunchRequest(
      id: run.id,
      policy: run.operation.policy,
      edges: throttle?.edges,
      at: position,
      traits: run.traits,
      scope: run.scope,
      container: container
    )
    let (admission, changes) = withMachine { machine in
      let (admission, changes) = machine.admit(run, launch)
      note(admission, changes, of: run)
      return (admission, changes)
    }
    if run.scope != nil { noteScope() }
    guard case .admitted(_, _, let begins, let opensWindow) = admission else {
      hub.flush()
      if case .refused(let refusal) = admission { return (false, refusal) }
      return (false, nil)
    }
    noteLaunch(of: run)
    #if DEBUG
    if run.operation.policy == .replace, let id = run.id {
      reportDuplicate(id, of: changes.cancelled.first?.run, from: run.origin, in: run.frame)
    }
    #endif
    carryOut(changes)
    if opensWindow, let throttle, let id = run.id { openWindow(of: id, throttle) }
    if begins { run.begin() }
    return (true, nil)
  }

  /// Notes the decision about a launch, under the lock: other threads may find, begin and cancel the run afterwards.
  private func note(_ admission: Admission, _ changes: Machine.Changes, of run: EffectRun) {
    switch admission {
    case .admitted(let key, let node, let begins, _):
      run.register(key: key, node: node)
      note(changes.cancelled)
      hub.leave(begins ? .effectStarted(run.info) : .effectQueued(run.info), cause: run.cause)
      noteStarts(changes)
    case .refused(let refusal?):
      // By the name that has refused it, which may be another one than the one by which it would run.
      hub.leave(.effectRefused(run.info.known(as: refusal.id), refusal.reason), cause: run.cause)
    case .refused(nil):
      break
    }
  }

  /// Notes a launch, for reports.
  func noteLaunch(of run: EffectRun) {
    // For the report of a store that is never quiet; reading the clock costs as much as a small launch.
    if effectExecutor != nil { run.state.withLock { $0.launchTime = ObserverHub.now } }
    #if DEBUG
    releaseWatch.noteWork(at: run.origin.location)
    #endif
  }

  /// Ends a throttle's window; returns the throttle of the next window, if there is one.
  func endWindow(of id: EffectID) -> Throttle? {
    let end = withMachine { machine in
      let end = machine.endWindow(of: id)
      note(end.changes)
      return end
    }
    carryOut(end.changes)
    return end.next?.operation.throttle
  }

  // MARK: Programs

  /// Registers a named composite program, and cancels what it replaces; `nil` if it must not start.
  func begin(
    _ group: ScopeTree.Group,
    isLate: Bool,
    inside outer: ContainerKey
  ) -> (key: ContainerKey, waits: Bool, changes: Machine.Changes)? {
    #if DEBUG
    knownNames.withLock { $0.add(group.id) }
    #endif
    if group.scope != nil { noteScope() }
    let begun = withMachine { machine in
      let begun = machine.begin(group, isLate: isLate, inside: outer)
      if let begun { note(begun.changes) }
      return begun
    }
    if let begun { carryOut(begun.changes) }
    return begun
  }

  func begin(in scope: EffectScope, inside outer: ContainerKey) -> ContainerKey {
    noteScope()
    return withMachine { $0.containers.begin(in: scope, inside: outer) }
  }

  func isCurrent(_ program: ContainerKey) -> Bool { withMachine { $0.containers.isCurrent(program) } }

  /// Notes the end of a program; called once.
  func end(_ program: ContainerKey) { change { $0.end(program) } }

  private func noteScope() { mayHaveScopes.store(true, ordering: .relaxed) }
}
