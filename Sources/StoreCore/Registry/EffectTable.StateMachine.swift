extension EffectTable {
  /// The decisions about running effects, what caused them, and who waits for them: free of locks and callbacks.
  ///
  /// Each operation returns what the shell has to do once the lock is free.
  package struct StateMachine<Run, Waiter: Equatable> {
    package typealias Scope = CausalTree<Waiter>.Scope
    package typealias Cancelled = RunRegistry<Run>.Cancelled

    package internal(set) var runs = RunRegistry<Run>()
    package internal(set) var tree = CausalTree<Waiter>()
    package internal(set) var scopes = ScopeTree()
    package internal(set) var groups = RunGroups()
    package private(set) var isClosed = false
    /// Whether nothing starts for now.
    private var isStopped = false
    /// Whether nothing starts, for now or for ever.
    var startsNothing: Bool { isClosed || isStopped }
    /// What the tasks of each run wait for.
    var waits: [SlotKey: [Wait]] = [:]
    /// The intervals of throttled names.
    var windows = ThrottleWindows<Held>()

    package init() {}

    // MARK: Actions

    /// Opens a node with the handling of its action as its first unit.
    package mutating func open(parent: SlotKey, isCounted: Bool) -> SlotKey {
      isClosed ? .none : tree.open(parent: parent, isCounted: isCounted)
    }

    package mutating func retain(_ node: SlotKey) {
      tree.retain(node, isStream: false)
    }

    package mutating func release(_ node: SlotKey, isStream: Bool = false) -> [Waiter] {
      var finished: [Waiter] = []
      tree.release(node, isStream: isStream, into: &finished)
      return finished
    }

    // MARK: Runs

    /// What the shell has to do once the lock is free, in this order.
    package struct Changes {
      /// The first run to be cancelled, apart from the rest: a cancel of one run allocates nothing.
      package private(set) var first: Cancelled?
      package private(set) var rest: [Cancelled] = []
      /// Runs that waited, and begin now.
      package private(set) var started: [Run] = []
      /// Waiters that have nothing left to wait for.
      package internal(set) var finished: [Waiter] = []

      package init() {}

      mutating func append(_ cancelled: Cancelled) {
        if first == nil {
          first = cancelled
        } else {
          rest.append(cancelled)
        }
      }

      mutating func append(started run: Run) {
        started.append(run)
      }

      mutating func append(_ later: Changes) {
        if let first = later.first { append(first) }
        for cancelled in later.rest { append(cancelled) }
        started += later.started
        finished += later.finished
      }
    }

    /// A run that was registered.
    package struct Admitted {
      package let key: SlotKey
      package let node: SlotKey
      /// Whether it begins at once, rather than waiting for its turn.
      package let begins: Bool
      /// Whether it begins before its turn, because it would wait for itself.
      package let isBeforeTurn: Bool
      /// Whether somebody has to see that a window of its throttle ends.
      package let opensWindow: Bool
      /// What else has to be done, before the run begins.
      package let changes: Changes
    }

    /// What to do about a launch.
    package enum Admission {
      case admitted(Admitted)
      /// Do not start it: the reason, or none where its action was cancelled or the store was deallocated.
      case refused(RefusalReason?)
    }

    /// Registers a run.
    ///
    /// Those that have to make place are taken out first.
    package mutating func admit(
      _ run: Run,
      id: EffectID?,
      policy: LaunchPolicy,
      edges: ThrottleEdges? = nil,
      node: SlotKey,
      traits: RunTraits,
      scope: EffectScope? = nil,
      group: SlotKey = .none
    ) -> Admission {
      guard !startsNothing, !tree.isCancelled(node), mayStart(in: group) else { return .refused(nil) }
      if let reason = refusal(of: id, policy: policy, edges: edges, group: group) { return .refused(reason) }
      tree.retain(node, isStream: traits.isStream)
      return register(
        run,
        id: id,
        policy: policy,
        edges: edges,
        node: node,
        traits: traits,
        scope: scope,
        group: group
      )
    }

    /// Registers the only run of an action whose handling is over: the same as opening a node, admitting the run
    /// and releasing the node, at once.
    package mutating func admitAlone(
      _ run: Run,
      id: EffectID?,
      policy: LaunchPolicy,
      edges: ThrottleEdges? = nil,
      parent: SlotKey,
      isCounted: Bool,
      traits: RunTraits,
      scope: EffectScope? = nil
    ) -> Admission {
      guard !startsNothing, !tree.isCancelled(parent) else { return .refused(nil) }
      if let reason = refusal(of: id, policy: policy, edges: edges, group: .none) { return .refused(reason) }
      let node = tree.open(parent: parent, isCounted: isCounted, isStream: traits.isStream)
      return register(
        run,
        id: id,
        policy: policy,
        edges: edges,
        node: node,
        traits: traits,
        scope: scope,
        group: .none
      )
    }

    private func refusal(
      of id: EffectID?,
      policy: LaunchPolicy,
      edges: ThrottleEdges?,
      group: SlotKey
    ) -> RefusalReason? {
      guard let id else { return nil }
      guard let edges else { return runs.refusal(of: id, policy: policy, beside: beside(id, group: group)) }
      switch windows.decision(for: id, edges: edges) {
      case .begin: return runs.refusal(of: id, policy: policy, beside: beside(id, group: group))
      // Its policy is asked when the window ends.
      case .hold: return nil
      case .refuse: return .throttled
      }
    }

    private mutating func register(
      _ run: Run,
      id: EffectID?,
      policy: LaunchPolicy,
      edges: ThrottleEdges?,
      node: SlotKey,
      traits: RunTraits,
      scope: EffectScope?,
      group: SlotKey
    ) -> Admission {
      var changes = Changes()
      var decision: ThrottleWindows<Held>.Decision?
      let key: SlotKey
      if let id, let edges {
        let made = windows.decision(for: id, edges: edges)
        decision = made
        key = register(run, id: id, policy: policy, decision: made, group: group, node: node, traits: traits, &changes)
      } else {
        key = admit(run, id: id, policy: policy, group: group, node: node, traits: traits, &changes)
      }
      // What is held replaces others when it begins.
      let isHeld = if case .hold = decision { true } else { false }
      let hasReplacedGroups = !isHeld && replaceGroups(id, policy: policy, group: group, &changes)
      // Before the run is linked: it may have got the place of one that it replaces.
      detach(&changes)
      tree.link(run: Int(key.index), to: node)
      if let scope {
        scopes.link(run: Int(key.index), to: scope)
      }
      if !group.isNone {
        groups.link(run: Int(key.index), to: group)
      }
      let hasToWait = (decision != nil || policy.canWait) && runs.isWaiting(key)
      let isBeforeTurn = hasToWait && openRing(of: key, into: &changes.finished)
      let isWaiting = hasToWait && !isBeforeTurn
      // Others than those of its own name may be out: somebody may wait for them.
      let isNewestWins = if case .newestWins = policy.kind { true } else { false }
      let hasClaimed = !isWaiting && !group.isNone && claimNames(around: group, besides: id, &changes)
      if isNewestWins || hasReplacedGroups || hasClaimed {
        startDue(&changes)
      }
      return .admitted(
        Admitted(
          key: key,
          node: node,
          begins: !isWaiting,
          isBeforeTurn: isBeforeTurn,
          opensWindow: decision?.opensWindow == true,
          changes: changes
        )
      )
    }

    /// Takes out a run whose last action is about to be handled.
    ///
    /// ``finish(_:isStream:)`` has to follow when that is done.
    ///
    /// - Returns: whether the run may still have that action handled.
    package mutating func land(_ key: SlotKey) -> Bool {
      let node = runs.node(of: key)
      let id = groups.isEmpty ? nil : runs.id(of: key)
      guard runs.isLive(key), runs.end(key, lands: true) else { return false }
      tree.unlink(run: Int(key.index), from: node)
      scopes.unlink(run: Int(key.index))
      groups.open(behind: Int(key.index), of: id)
      groups.unlink(run: Int(key.index))
      return true
    }

    /// Gives back the node of a run that has landed, and lets those begin that waited for its end.
    package mutating func finish(_ node: SlotKey, isStream: Bool) -> Changes {
      var changes = Changes()
      tree.release(node, isStream: isStream, into: &changes.finished)
      runs.endLanding()
      startDue(&changes)
      return changes
    }

    /// Takes out a cancelled run whose task has ended.
    package mutating func drained(_ key: SlotKey) {
      _ = runs.end(key)
    }

    /// Takes out the runs of a name, running ones, oldest first, then waiting ones; and the groups of that name.
    package mutating func cancel(_ id: EffectID) -> Changes {
      cancel(CollectionOfOne(id))
    }

    /// Takes out the runs and the groups of several names.
    package mutating func cancel(_ ids: some Collection<EffectID>) -> Changes {
      var changes = Changes()
      var hadGroups = false
      for id in ids {
        runs.cancel(id) { changes.append($0) }
        if groups.contains(id) {
          takeOut(groups.cancel(id), &changes)
          hadGroups = true
        }
      }
      detach(&changes)
      // A name of its own is free now; those of the operations in a group may be waited for.
      if hadGroups {
        startDue(&changes)
      }
      return changes
    }

    /// Takes out every run in the order of their launches.
    package mutating func cancelAll() -> Changes {
      groups.cancel { _ in true }
      return cancel(runs.keys)
    }

    /// Takes out the runs of an action and of all that it caused.
    ///
    /// Its queued actions are not handled any more.
    package mutating func cancelTree(_ node: SlotKey) -> Changes {
      let cancelled = tree.cancel(node)
      groups.cancel { tree.isCancelled($0.node) }
      return cancel(cancelled.map { runs.key($0) })
    }

    /// Takes out the runs of a scope and of those nested in it, and ends their programs.
    package mutating func cancel(_ scope: EffectScope) -> Changes {
      groups.cancel { $0.isInside(scope) }
      return cancel(scopes.cancel(scope).map { runs.key($0) })
    }

    /// Takes out the runs and the groups of a scope and of those nested in it; sequences in no group go on.
    package mutating func cancelAll(in scope: EffectScope) -> Changes {
      groups.cancel { $0.isInside(scope) }
      return cancel(scopes.runs(in: scope).map { runs.key($0) })
    }

    /// The names in use, in no particular order.
    package var ids: [EffectID] {
      groups.isEmpty ? runs.ids : Array(Set(runs.ids).union(groups.ids))
    }

    /// The runs of a scope and of those nested in it.
    package func runs(in scope: EffectScope) -> [Run] {
      scopes.runs(in: scope).compactMap { runs.run($0) }
    }

    /// Takes out everything, for a store that is deallocated.
    ///
    /// Nothing is admitted from now on.
    package mutating func close() -> Changes {
      isClosed = true
      var changes = cancelAll()
      changes.finished += tree.takeAllWaiters()
      return changes
    }

    /// Takes out everything, and ends all programs.
    ///
    /// Nothing is admitted until ``start()``.
    package mutating func stop() -> Changes {
      isStopped = true
      tree.cancelAll()
      return cancelAll()
    }

    /// Admits runs again.
    package mutating func start() {
      isStopped = false
    }

    private mutating func cancel(_ keys: [SlotKey]) -> Changes {
      var changes = Changes()
      for key in keys {
        runs.cancel(key) { changes.append($0) }
      }
      detach(&changes)
      // Not before all are out: none of them begins for a moment.
      startDue(&changes)
      return changes
    }

    /// Lets those begin whose turn has come, and take the further names of their programs from others.
    mutating func startDue(_ changes: inout Changes) {
      guard !groups.hasBegun else { return startDueBesideGroups(&changes) }
      runs.startDue { run, _ in changes.append(started: run) }
    }

    private mutating func startDueBesideGroups(_ changes: inout Changes) {
      var isChanged = true
      while isChanged {
        for id in groups.takeLeft() { runs.noteDue(id) }
        let groups = groups
        var started: [SlotKey] = []
        runs.startDue(beside: groups) { run, key in
          changes.append(started: run)
          started.append(key)
        }
        isChanged = false
        for key in started {
          let group = groups.group(of: Int(key.index))
          isChanged = claimNames(around: group, besides: runs.id(of: key), &changes) || isChanged
        }
      }
    }

    /// Takes cancelled runs from their nodes.
    mutating func detach(_ changes: inout Changes) {
      guard let first = changes.first else { return }
      detach(first, into: &changes.finished)
      for cancelled in changes.rest {
        detach(cancelled, into: &changes.finished)
      }
    }

    private mutating func detach(_ cancelled: Cancelled, into finished: inout [Waiter]) {
      tree.unlink(run: Int(cancelled.key.index), from: cancelled.node)
      scopes.unlink(run: Int(cancelled.key.index))
      groups.unlink(run: Int(cancelled.key.index))
      if !cancelled.traits.landsLate {
        tree.release(cancelled.node, isStream: cancelled.traits.isStream, into: &finished)
      }
    }
  }
}
