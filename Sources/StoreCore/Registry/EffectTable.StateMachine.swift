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
      /// The first run, apart from the rest: a cancel of one run allocates nothing.
      package private(set) var first: Cancelled?
      package private(set) var rest: [Cancelled] = []
      package fileprivate(set) var finished: [Waiter] = []

      package init() {}

      fileprivate mutating func append(_ cancelled: Cancelled) {
        if first == nil {
          first = cancelled
        } else {
          rest.append(cancelled)
        }
      }
    }

    /// What to do about a launch.
    package enum Admission {
      /// Start it under its key and its node, once the replaced runs were cancelled.
      case admitted(SlotKey, node: SlotKey, replaced: Cancellation)
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
      tree.retain(node, isStream: traits.isStream)
      return register(run, id: id, policy: policy, node: node, traits: traits)
    }

    /// Registers the only run of an action whose handling is over: the same as opening a node, admitting the run
    /// and releasing the node, at once.
    package mutating func admitAlone(
      _ run: Run,
      id: EffectID?,
      policy: LaunchPolicy,
      parent: SlotKey,
      isCounted: Bool,
      traits: RunTraits
    ) -> Admission {
      guard !isClosed, !tree.isCancelled(parent) else { return .refused }
      let node = tree.open(parent: parent, isCounted: isCounted, isStream: traits.isStream)
      return register(run, id: id, policy: policy, node: node, traits: traits)
    }

    private mutating func register(
      _ run: Run,
      id: EffectID?,
      policy: LaunchPolicy,
      node: SlotKey,
      traits: RunTraits
    ) -> Admission {
      var replaced = Cancellation()
      let key = runs.admit(run, id: id, policy: policy, node: node, traits: traits) { replaced.append($0) }
      tree.link(run: Int(key.index), to: node)
      detach(&replaced)
      return .admitted(key, node: node, replaced: replaced)
    }

    /// Takes out a run whose last action is about to be handled.
    ///
    /// Its node is released after that.
    ///
    /// - Returns: whether the run may still have that action handled.
    package mutating func land(_ key: SlotKey) -> Bool {
      let node = runs.node(of: key)
      guard runs.isLive(key), runs.end(key) else { return false }
      tree.unlink(run: Int(key.index), from: node)
      return true
    }

    /// Takes out a cancelled run whose task has ended.
    package mutating func drained(_ key: SlotKey) {
      _ = runs.end(key)
    }

    /// Takes out the runs of a name, oldest first.
    package mutating func cancel(_ id: EffectID) -> Cancellation {
      var cancellation = Cancellation()
      runs.cancel(id) { cancellation.append($0) }
      detach(&cancellation)
      return cancellation
    }

    /// Takes out the runs of several names.
    package mutating func cancel(_ ids: [EffectID]) -> Cancellation {
      var cancellation = Cancellation()
      for id in ids {
        runs.cancel(id) { cancellation.append($0) }
      }
      detach(&cancellation)
      return cancellation
    }

    /// Takes out every run in the order of their launches.
    package mutating func cancelAll() -> Cancellation {
      cancel(runs.keys)
    }

    /// Takes out the runs of an action and of all that it caused.
    ///
    /// Its queued actions are not handled any more.
    package mutating func cancelTree(_ node: SlotKey) -> Cancellation {
      cancel(tree.cancel(node).map { runs.key($0) })
    }

    /// Takes out everything, for a store that goes away.
    ///
    /// Nothing is admitted from now on.
    package mutating func close() -> Cancellation {
      isClosed = true
      var cancellation = cancelAll()
      cancellation.finished += tree.takeAllWaiters()
      return cancellation
    }

    private mutating func cancel(_ keys: [SlotKey]) -> Cancellation {
      var cancellation = Cancellation()
      for key in keys {
        runs.cancel(key) { cancellation.append($0) }
      }
      detach(&cancellation)
      return cancellation
    }

    /// Takes cancelled runs from their nodes.
    private mutating func detach(_ cancellation: inout Cancellation) {
      guard let first = cancellation.first else { return }
      detach(first, into: &cancellation.finished)
      for cancelled in cancellation.rest {
        detach(cancelled, into: &cancellation.finished)
      }
    }

    private mutating func detach(_ cancelled: Cancelled, into finished: inout [Waiter]) {
      tree.unlink(run: Int(cancelled.key.index), from: cancelled.node)
      if !cancelled.traits.landsLate {
        tree.release(cancelled.node, isStream: cancelled.traits.isStream, into: &finished)
      }
    }

    // MARK: Waiters

    /// Adds a waiter, unless there is nothing to wait for.
    ///
    /// A run that would wait for itself, directly or through runs that wait in turn, does not wait.
    ///
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
          // A tree does not wait for the streams in it.
          guard next.scope == .own || !runs.isStream(key) else { continue }
          guard key != run else { return true }
          guard seen.insert(key).inserted else { continue }
          open += waits[key] ?? []
        }
      }
      return false
    }
  }
}
