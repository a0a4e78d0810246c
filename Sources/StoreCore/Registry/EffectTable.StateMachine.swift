extension EffectTable {
  /// The decisions about running effects, what caused them, and the waits for them, free of locks and callbacks.
  ///
  /// Each operation returns what the shell has to do once the lock is free.
  struct StateMachine<Run, Waiter: Equatable> {
    typealias Scope = ActionTree<Waiter>.Scope

    var runs = RunTable<Run>()
    var tree = ActionTree<Waiter>()
    var containers = ScopeTree()
    var isClosed = false
    var isStopped = false
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

    /// Takes out a run whose last action is about to be handled; `false` if it was taken out before.
    ///
    /// ``finish(_:isStream:)`` has to follow when that is done, and before the next run completes.
    mutating func complete(_ key: RunKey) -> Bool {
      guard let (_, entry) = runs.remove(key, keepsRoom: true) else { return false }
      tree.nodes.unlink(key, from: entry.node)
      guard !entry.container.isNone else { return true }
      // If it is a run of a program's own name, which came before the program, the program begins now.
      containers.beginPrograms(around: entry.container) { $0 == entry.id }
      containers.keepPrograms(around: entry.container)
      containers.unlink(key, from: entry.container)
      return true
    }

    /// Releases the node of a run that has completed, and begins the runs that waited for its end.
    mutating func finish(_ node: NodeKey, isStream: Bool) -> Changes {
      var changes = Changes()
      tree.release(node, isStream: isStream, into: &changes.finished)
      if runs.giveRoom() { startDue(&changes) }
      return changes
    }

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
