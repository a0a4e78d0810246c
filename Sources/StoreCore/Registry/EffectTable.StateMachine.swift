extension EffectTable {
  /// The decisions about running effects, what caused them, and who waits for them: free of locks and callbacks.
  ///
  /// Each operation returns what the shell has to do once the lock is free.
  package struct StateMachine<Run, Waiter> {
    package typealias Scope = CausalTree<Waiter>.Scope
    package typealias Cancelled = RunRegistry<Run>.Cancelled

    package private(set) var runs = RunRegistry<Run>()
    package private(set) var tree = CausalTree<Waiter>()
    package private(set) var isClosed = false
    /// What each waiting run waits for.
    private var waits: [SlotKey: [Wait]] = [:]

    private struct Wait: Equatable {
      let node: SlotKey
      let scope: Scope
    }

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

    /// Runs that were taken out, to be cancelled, and waiters that have nothing left to wait for.
    package struct Cancellation {
      package var runs: [Cancelled] = []
      package var finished: [Waiter] = []
    }

    /// What to do about a launch.
    package enum Admission {
      /// Start it under its key, once the replaced runs were cancelled.
      case admitted(SlotKey, replaced: Cancellation)
      /// Do not start it: its action was cancelled, or the store is gone.
      case refused
    }

    /// Registers a run; with the replace policy, those of its name are taken out first.
    package mutating func admit(
      _ run: Run,
      id: EffectID?,
      policy: LaunchPolicy,
      node: SlotKey,
      traits: RunTraits
    ) -> Admission {
      guard !isClosed, !tree.isCancelled(node) else { return .refused }
      var replaced = Cancellation()
      if let id, policy == .replace {
        for key in runs.keys(of: id) {
          cancel(key, into: &replaced)
        }
      }
      let key = runs.admit(run, id: id, node: node, traits: traits)
      tree.retain(node, isStream: traits.isStream)
      tree.link(run: Int(key.index), to: node)
      return .admitted(key, replaced: replaced)
    }

    /// Notes that a run has a task; `false` where the task has to be cancelled, because the run was.
    package mutating func attach(_ key: SlotKey) -> Bool {
      runs.attach(key)
    }

    /// Takes out a run whose last action is about to be handled. Its node is released after that.
    ///
    /// - Returns: whether the run may still have that action handled.
    package mutating func land(_ key: SlotKey) -> Bool {
      let node = runs.node(of: key)
      guard runs.end(key) else { return false }
      tree.unlink(run: Int(key.index), from: node)
      return true
    }

    /// Takes out a cancelled run whose task has ended.
    package mutating func drained(_ key: SlotKey) {
      _ = runs.end(key)
    }

    /// Takes out one run.
    package mutating func cancel(_ key: SlotKey) -> Cancellation {
      cancel([key])
    }

    /// Takes out the selected runs, oldest first within each name.
    package mutating func cancel(_ ids: [EffectID]) -> Cancellation {
      cancel(ids.flatMap { runs.keys(of: $0) })
    }

    /// Takes out every run in the order of their launches.
    package mutating func cancelAll() -> Cancellation {
      cancel(runs.allKeys)
    }

    /// Takes out the runs of an action and of all that it caused. Its queued actions are not handled any more.
    package mutating func cancelTree(_ node: SlotKey) -> Cancellation {
      cancel(tree.cancel(node).map { runs.key($0) })
    }

    /// Takes out everything, for a store that goes away. Nothing is admitted from now on.
    package mutating func close() -> Cancellation {
      isClosed = true
      var cancellation = cancelAll()
      cancellation.finished += tree.takeAllWaiters()
      return cancellation
    }

    private mutating func cancel(_ keys: [SlotKey]) -> Cancellation {
      var cancellation = Cancellation()
      for key in keys {
        cancel(key, into: &cancellation)
      }
      return cancellation
    }

    private mutating func cancel(_ key: SlotKey, into cancellation: inout Cancellation) {
      guard let cancelled = runs.cancel(key) else { return }
      tree.unlink(run: Int(key.index), from: cancelled.node)
      if !cancelled.traits.landsLate {
        tree.release(cancelled.node, isStream: cancelled.traits.isStream, into: &cancellation.finished)
      }
      cancellation.runs.append(cancelled)
    }

    // MARK: Waiters

    /// Adds a waiter, unless there is nothing to wait for.
    ///
    /// - Parameter run: The run that waits, if one does. A run that would wait for itself, directly or through
    ///   runs that wait in turn, does not wait.
    /// - Returns: whether the waiter has to wait.
    package mutating func addWaiter(_ waiter: Waiter, to node: SlotKey, scope: Scope, run: SlotKey?) -> Bool {
      guard !isClosed, !tree.isSettled(node, scope: scope) else { return false }
      if let run {
        guard !waits(for: run, from: Wait(node: node, scope: scope)) else { return false }
        waits[run, default: []].append(Wait(node: node, scope: scope))
      }
      tree.addWaiter(waiter, to: node, scope: scope)
      return true
    }

    /// Takes back a waiter that was resumed or gave up.
    package mutating func removeWaiter(
      from node: SlotKey,
      scope: Scope,
      run: SlotKey?,
      where condition: (Waiter) -> Bool
    ) {
      tree.removeWaiters(of: node, where: condition)
      guard let run, let index = waits[run]?.firstIndex(of: Wait(node: node, scope: scope)) else { return }
      waits[run]?.remove(at: index)
      if waits[run]?.isEmpty == true {
        waits[run] = nil
      }
    }

    /// Whether `run` is among what a wait waits for, through other waiting runs too.
    private func waits(for run: SlotKey, from wait: Wait) -> Bool {
      var seen: Set<SlotKey> = []
      var open = [wait]
      while let next = open.popLast() {
        for index in tree.runs(of: next.node, scope: next.scope) {
          let key = runs.key(index)
          guard key != run else { return true }
          guard seen.insert(key).inserted else { continue }
          open += waits[key] ?? []
        }
      }
      return false
    }
  }
}
