extension EffectTable {
  /// The decisions about running effects, what caused them, and the waits for them, free of locks and callbacks.
  ///
  /// Each operation returns what the shell has to do once the lock is free.
  struct StateMachine<Run, Waiter: Equatable> {
    typealias Scope = ActionTree<Waiter>.Scope

    var runs = RunTable<Run>()
    var tree = ActionTree<Waiter>()
    var containers = ScopeTree()
    private(set) var isClosed = false
    private(set) var isStopped = false
    /// The waits of each run's tasks.
    var waits: [RunKey: [Wait]] = [:]
    /// The intervals of throttled names that have begun and not ended, each with its timer once that was made.
    var windows: [EffectID: Task<Void, Never>?] = [:]

    init() {}

    /// A run that was taken out before its end.
    struct Cancelled {
      let run: Run
      let key: RunKey
      let node: NodeKey
      /// Whether it has or gets a task, which continues until its code returns.
      let hasBegun: Bool
      let outcome: EffectOutcome
    }

    /// The result of a decision: what the shell has to note under the lock, and to carry out after it, in this order.
    struct Changes {
      /// A run that has completed: its last action is handled next.
      var completed: Run?
      /// The event of its end, once that was noted, if there are observers.
      var endEvent: RuntimeEvent?
      /// Runs to be cancelled.
      var cancelled: [Cancelled] = []
      /// Whether the answers of these runs are dropped, because nothing is left to receive them.
      var dropsAnswers = false
      /// A launch; `nil` if there was none, its action was cancelled or the store is deallocated.
      var launch: (run: Run, admission: Admission)?
      /// A program that was registered, and whether it waits for others of its names.
      var program: (key: ContainerKey, waits: Bool)?
      /// The run with which a window of its throttle begins, which a timer has to end.
      var windowOpener: Run?
      /// Runs that waited, and begin now.
      var started: [Run] = []
      /// Waiters that have nothing left to wait for.
      var finished: [Waiter] = []
      /// Runs that begin before their turn, because they would wait for themselves.
      var beforeTurn: [Run] = []

      init() {}
    }

    // MARK: Actions

    /// Opens a node with the handling of its action as its first unit.
    mutating func open(parent: NodeKey, isCounted: Bool) -> NodeKey {
      isClosed ? .none : tree.open(parent: parent, isCounted: isCounted)
    }

    mutating func release(_ node: NodeKey, isStream: Bool = false) -> Changes {
      var changes = Changes()
      tree.release(node, isStream: isStream, into: &changes.finished)
      return changes
    }

    // MARK: The ends of runs

    /// Takes out a run whose last action is about to be handled, unless it was taken out before.
    ///
    /// ``finish(_:isStream:)`` has to follow when that is done, and before the next run completes.
    mutating func complete(_ key: RunKey) -> Changes {
      var changes = Changes()
      guard let (run, entry) = runs.remove(key, keepsRoom: true) else { return changes }
      changes.completed = run
      tree.nodes.unlink(key, from: entry.node)
      guard !entry.container.isNone else { return changes }
      // If it is a run of a program's own name, which came before the program, the program begins now.
      containers.beginPrograms(around: entry.container) { $0 == entry.id }
      containers.keepPrograms(around: entry.container)
      containers.unlink(key, from: entry.container)
      return changes
    }

    /// Releases the node of a run that has completed, and begins the runs that waited for its end.
    mutating func finish(_ node: NodeKey, isStream: Bool) -> Changes {
      var changes = Changes()
      tree.release(node, isStream: isStream, into: &changes.finished)
      if runs.giveRoom() { startDue(&changes) }
      return changes
    }

    // MARK: Cancelling

    /// Takes out the runs of each name, and the named programs: running ones, oldest first, then waiting ones.
    mutating func cancel(_ ids: some Sequence<EffectID>, in scope: EffectScope? = nil) -> Changes {
      var changes = Changes()
      for id in ids {
        let id = scope.map { id.scoped(within: $0) } ?? id
        while let key = runs.first(of: id) { takeOut(key, .cancelled, &changes) }
        for key in containers.cancel(id) { takeOut(key, .cancelled, &changes) }
      }
      startDue(&changes)
      return changes
    }

    /// Takes out every run in launch order, or every run in a scope and those nested in it, outer ones first, with the
    /// named programs there; sequences outside named programs continue.
    mutating func cancelAll(in scope: EffectScope? = nil) -> Changes {
      if let scope { return cancel(containers.cancelPrograms(in: scope)) }
      containers.cancelAllPrograms()
      return cancel(runs.keys())
    }

    /// Takes out the runs of an action and of all that it caused.
    ///
    /// Its queued actions are not handled. A `spared` action among what it caused continues, with all that follows.
    mutating func cancelTree(_ node: NodeKey, sparing spared: NodeKey = .none) -> Changes {
      // The runs in a named program belong to the action of its program.
      if containers.hasNamedPrograms { _ = containers.cancelPrograms(of: tree.nodes(below: node, sparing: spared)) }
      return cancel(tree.cancel(node, sparing: spared))
    }

    /// Takes out the runs of a scope and of those nested in it, and ends their programs.
    mutating func cancel(_ scope: EffectScope, dropsAnswers: Bool = false) -> Changes {
      var changes = cancel(containers.cancel(scope))
      changes.dropsAnswers = dropsAnswers
      return changes
    }

    mutating func cancel(_ keys: [RunKey]) -> Changes {
      var changes = Changes()
      for key in keys { takeOut(key, .cancelled, &changes) }
      // After all are out, so that none of them begins for a moment.
      startDue(&changes)
      return changes
    }

    /// Takes a run, unless it was taken out before, out of everything that refers to it.
    mutating func takeOut(_ key: RunKey, _ outcome: EffectOutcome, _ changes: inout Changes) {
      guard let (run, entry) = runs.remove(key) else { return }
      let hasBegun = entry.status == .running
      let cancelled = Cancelled(run: run, key: key, node: entry.node, hasBegun: hasBegun, outcome: outcome)
      changes.cancelled.append(cancelled)
      tree.nodes.unlink(key, from: entry.node)
      if !entry.container.isNone { containers.unlink(key, from: entry.container, isTakenOut: true) }
      if !entry.traits.continuesOnMainActor {
        tree.release(entry.node, isStream: entry.traits.isStream, into: &changes.finished)
      }
    }

    /// Takes out everything, for a store that is deallocated: nothing is admitted from now on.
    mutating func close() -> Changes {
      isClosed = true
      var changes = cancelAll()
      changes.finished += tree.takeAllWaiters()
      return changes
    }

    /// Takes out everything, and ends all programs: nothing is admitted until ``start()``.
    mutating func stop() -> Changes {
      isStopped = true
      tree.cancelAll()
      var changes = cancelAll()
      changes.dropsAnswers = true
      return changes
    }

    mutating func start() { isStopped = false }

    // MARK: Questions

    /// The names in use, each once, as seen from a scope if one is given: those of runs in launch order, then others of
    /// named programs.
    func ids(in scope: EffectScope? = nil) -> [EffectID] {
      let runs = runs.keys(among: scope.map { containers.runs(in: $0) }).compactMap { self.runs[$0]?.id }
      var seen: Set<EffectID> = []
      return (runs + containers.ids(in: scope))
        .map { id in scope.map { id.seen(from: $0) } ?? id }
        .filter { !$0.isOwner && seen.insert($0).inserted }
    }

    /// The runs that satisfy a condition, of a scope and those nested in it if one is given, in launch order.
    func runs(
      in scope: EffectScope? = nil,
      where condition: (RunStatus) -> Bool = { _ in true }
    ) -> [Run] {
      runs.runs(among: scope.map { containers.runs(in: $0) }, where: condition)
    }
  }
}
