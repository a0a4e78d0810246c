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
  // Like the next ones stored apart from the options, out of which each use would copy it.
  package let executor: (any TaskExecutor)?
  /// The executor, if it sees all that runs there and can be asked to run it.
  let effectExecutor: (any EffectExecutor)?
  /// The watch over waits that a test clock could hold up for ever, if the store has such a clock or executor.
  package let waitWatch: WaitWatch?
  /// The limit of chains of actions and of effects, at least 1.
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

  /// Opens a node that is a part of another one; see ``ActionTree/open(partOf:)``.
  func open(partOf whole: NodeKey) -> NodeKey { withMachine { $0.tree.open(partOf: whole) } }

  package func retain(_ node: NodeKey) { withMachine { $0.tree.retain(node) } }

  package func release(_ node: NodeKey) { change { $0.release(node) } }

  /// Keeps a node, even without units, until ``letGo(_:keeper:)``; returns the node below it that keeps it.
  func keep(_ node: NodeKey) -> NodeKey {
    withMachine { machine in
      machine.tree.mark(node)
      return machine.open(parent: node, isCounted: false)
    }
  }

  func letGo(_ node: NodeKey, keeper: NodeKey) {
    change { machine in
      let changes = machine.release(keeper)
      machine.tree.unmark(node)
      return changes
    }
  }

  package func isCancelled(_ node: NodeKey) -> Bool { withMachine { $0.tree.isCancelled(node) } }

  // MARK: Runs

  /// Takes out a run that ends by itself, and notes the event of its end, if there are observers; `false` if it was taken
  /// out before.
  ///
  /// Nothing else depends on that before ``finish(_:)``, which has to follow.
  func complete(_ run: EffectRun) -> (hasCompleted: Bool, event: RuntimeEvent?) {
    defer { hub.flush() }
    return withMachine { machine in
      guard machine.complete(run.key) else { return (false, nil) }
      let outcome = run.error.map { EffectOutcome.failed($0) } ?? .finished
      return (true, hub.leave(.effectEnded(run.info, outcome), of: run))
    }
  }

  /// Lets what waited for a completed run continue, once the run's last action was handled.
  package func finish(_ run: EffectRun) {
    change { $0.finish(run.node, isStream: run.traits.isStream) }
  }

  /// Notes that the task of a cancelled run has ended, once.
  package func drained(_ run: EffectRun) {
    let key = run.state.withLock { $0.drainingKey }
    let wasDraining = draining.withLock { $0.remove(key) } != nil
    if wasDraining { hub.tell(.effectDrained(run.info), cause: run.origin.cause, details: run.origin.launchDetails) }
  }

  // MARK: Programs

  func isCurrent(_ program: ContainerKey) -> Bool { withMachine { $0.containers.isCurrent(program) } }

  /// Notes the end of a program; called once.
  func end(_ program: ContainerKey) { change { $0.end(program) } }
}
