extension EffectTable {
  /// The decision about a launch.
  package enum Admission {
    /// The run is registered, and begins at once.
    case begins(RunKey, NodeKey)
    /// The run is registered, and waits for its turn or for its throttle.
    case waits(RunKey, NodeKey)
    case refused(Refusal)

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }
}

/// Why an effect is not launched, and the name whose policy or throttle says so.
package struct Refusal: Hashable, Sendable {
  package let reason: RefusalReason
  package let id: EffectID?

  package init(_ reason: RefusalReason, of id: EffectID?) {
    self.reason = reason
    self.id = id
  }
}

extension EffectTable.StateMachine {
  /// Decides about the launch of a run, unless its action was cancelled or the store is deallocated.
  package mutating func launch(_ run: Run, _ launch: LaunchRequest) -> Changes {
    var changes = Changes()
    let outer = launch.container
    guard !isClosed, !tree.isCancelled(launch.position.node), mayStart(in: outer) else { return changes }
    let names = names(of: launch.id, launch.policy, inside: outer)
    let throttling = throttling(of: launch)
    if let refusal = refusal(of: launch, names, throttling) {
      changes.launch = (run, .refused(refusal))
      return changes
    }
    // Before another run of the action is taken out, so that the action does not settle in between.
    let node = open(launch.position, isStream: launch.traits.isStream)
    var (status, queue) = (RunStatus.held(launch.policy), EffectID?.none)
    if throttling == .holds, let id = launch.id {
      // What is held replaces other runs when it begins.
      if let older = runs.held(of: id) { takeOut([older], .replaced, &changes) }
    } else {
      makeRoom(for: names, inside: outer, &changes)
      (status, queue) = takePlaces(of: names, inside: outer)
    }
    let container = containers.open(launch.scope, inside: outer)
    let key = runs.insert(run, launch, node: node, container: container, status, in: queue)
    tree.link(key, to: node)
    containers.link(key, to: container)
    if throttling != .none, let id = launch.id, windows[id] == nil {
      windows[id] = .some(nil)
      changes.windowOpener = run
    }
    let begins = beginUnlessWaiting(run, key, status, id: launch.id, in: container, &changes)
    changes.launch = (run, begins ? .begins(key, node) : .waits(key, node))
    startDue(&changes)
    return changes
  }

  private func refusal(of launch: LaunchRequest, _ names: ClaimedNames, _ throttling: Throttling) -> Refusal? {
    if isStopped { return Refusal(.stoppedStore, of: launch.id) }
    return switch throttling {
    case .refuses: Refusal(.throttled, of: launch.id)
    // Its policy is applied when the window ends.
    case .holds: nil
    case .none, .begins: refusal(of: names, inside: launch.container)
    }
  }

  /// Adds the launch to its node, which is opened if the launch is to be the only one.
  private mutating func open(_ position: Position, isStream: Bool) -> NodeKey {
    switch position {
    case .node(let node), .part(let node):
      tree.retain(node, isStream: isStream)
      return node
    case .child(let parent, let isCounted):
      return tree.open(parent: parent, isCounted: isCounted, isStream: isStream)
    }
  }

  // MARK: Programs

  /// Registers a composite program in a scope.
  package mutating func begin(in scope: EffectScope, inside outer: ContainerKey) -> Changes {
    var changes = Changes()
    changes.program = (containers.begin(in: scope, inside: outer), false)
    return changes
  }

  /// Registers a named composite program, unless its action or a program around it was cancelled, or nothing starts.
  ///
  /// By its policy, runs and groups of its name are taken out, except the groups that it is in: now, or late, when the
  /// first run in it is launched. One that waits for others begins after a run of its name and policy, launched next.
  package mutating func begin(
    _ group: ScopeTree.Group,
    isLate: Bool = false,
    inside outer: ContainerKey = .none
  ) -> Changes {
    var changes = Changes()
    guard !isClosed, !isStopped, !tree.isCancelled(group.node), mayStart(in: outer) else { return changes }
    let further = isLate ? [] : furtherNames(around: outer, besides: nil)
    let names = ClaimedNames(own: ClaimedName(id: group.id, policy: group.policy), further: further)
    let waits = !isLate && !hasPlaces(for: names, inside: outer)
    if !isLate, !waits { makeRoom(for: names, inside: outer, &changes) }
    let key = containers.begin(group, isWaiting: isLate || waits, inside: outer)
    changes.program = (key, waits)
    guard !isLate, !waits else { return changes }
    containers.beginGroups(around: outer)
    startDue(&changes)
    return changes
  }

  /// Takes out a program that has ended, and begins the runs that waited for it.
  package mutating func end(_ program: ContainerKey) -> Changes {
    var changes = Changes()
    // What follows inside the programs around it, such as the answer to an error, is another part of them.
    containers.keepGroups(around: program)
    containers.end(program)
    startDue(&changes)
    return changes
  }

  /// Whether something may start in a program, or outside all.
  private func mayStart(in program: ContainerKey) -> Bool { program.isNone || containers.isCurrent(program) }
}

/// The facts about a launch that the registry needs for its decision.
package struct LaunchRequest: Sendable {
  /// The name within the store.
  package let id: EffectID?
  package let policy: LaunchPolicy
  /// The launches of an interval that may begin, if the name is throttled.
  package let edges: ThrottleEdges?
  package let position: Position
  package let traits: RunTraits
  package let scope: EffectScope?
  /// The innermost registered program that the run is part of.
  package let container: ContainerKey

  package init(
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    edges: ThrottleEdges? = nil,
    at position: Position,
    traits: RunTraits = RunTraits(),
    scope: EffectScope? = nil,
    container: ContainerKey = .none
  ) {
    self.id = id
    self.policy = policy
    self.edges = edges
    self.position = position
    self.traits = traits
    self.scope = scope
    self.container = container
  }
}

extension LaunchRequest {
  init(of run: EffectRun, at position: Position) {
    let operation = run.operation
    self.init(
      id: run.id,
      policy: operation.policy,
      edges: operation.throttle?.edges,
      at: position,
      traits: run.traits,
      scope: run.scope,
      container: run.container
    )
  }
}

/// The facts about a run that the registry needs besides its name.
package struct RunTraits: Hashable, Sendable {
  /// Whether it forwards a stream, which a wait for a tree leaves out unless something follows it.
  package var isStream: Bool
  /// Whether members of sequences start after it.
  package var hasNext: Bool
  /// Whether its end has a continuation on the main actor, which its node has to wait for even after a cancel.
  package var continuesOnMainActor: Bool

  /// Whether a wait for a tree waits for its end.
  var isInTree: Bool { !isStream || hasNext }

  package init(isStream: Bool = false, hasNext: Bool = false, continuesOnMainActor: Bool = false) {
    self.isStream = isStream
    self.hasNext = hasNext
    self.continuesOnMainActor = continuesOnMainActor
  }
}
