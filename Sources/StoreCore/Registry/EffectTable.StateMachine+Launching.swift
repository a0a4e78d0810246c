extension EffectTable {
  /// The decision about a launch.
  package enum Admission {
    /// It is registered, and begins at once or waits for its turn; a timer may have to end a window of its throttle.
    case admitted(RunKey, NodeKey, begins: Bool, opensWindow: Bool)
    /// Do not start it: the reason, or `nil` if its action was cancelled or the store was deallocated.
    case refused(RefusalReason?)
  }
}

extension EffectTable.StateMachine {
  // MARK: Runs

  /// Registers a run; those that have to make room are taken out first.
  ///
  /// - Returns: the decision, and the work to be done before the run begins.
  package mutating func admit(_ run: Run, _ launch: LaunchRequest) -> (EffectTable.Admission, Changes) {
    var changes = Changes()
    guard !isClosed, !tree.isCancelled(launch.position.node), mayStart(in: launch.container) else {
      return (.refused(nil), changes)
    }
    guard !startsNothing else { return (.refused(.stoppedStore), changes) }
    let throttling = throttling(of: launch)
    if let reason = refusal(of: launch, throttling) { return (.refused(reason), changes) }
    // Before another run of the action is taken out, so that the action does not settle in between.
    let node = enter(launch.position, isStream: launch.traits.isStream)
    let status = status(for: launch, throttling, &changes)
    let container = containers.open(launch.scope, inside: launch.container)
    let key = runs.insert(run, launch, node: node, container: container, status)
    tree.link(key, to: node)
    containers.link(key, to: container)
    let opensWindow = throttling != .none && launch.id.map { windows[$0] == nil } ?? false
    if opensWindow, let id = launch.id { windows[id] = .some(nil) }
    let begins = beginUnlessWaiting(run, key, status, id: launch.id, in: container, &changes)
    startDue(&changes)
    return (.admitted(key, node, begins: begins, opensWindow: opensWindow), changes)
  }

  /// Adds the launch to its node, which is opened if the launch is to be the only one.
  private mutating func enter(_ position: Position, isStream: Bool) -> NodeKey {
    switch position {
    case .node(let node), .part(let node):
      tree.retain(node, isStream: isStream)
      return node
    case .child(let parent, let isCounted):
      return tree.open(parent: parent, isCounted: isCounted, isStream: isStream)
    }
  }

  private func refusal(of launch: LaunchRequest, _ throttling: Throttling) -> RefusalReason? {
    switch throttling {
    case .refuses: .throttled
    // Its policy is applied when the window ends.
    case .holds: nil
    case .none, .begins: refusal(of: launch.id, launch.policy, inside: launch.container)
    }
  }

  /// Takes out the runs that have to make room for a launch, and returns its status.
  private mutating func status(
    for launch: LaunchRequest,
    _ throttling: Throttling,
    _ changes: inout Changes
  ) -> RunStatus {
    guard let id = launch.id else { return .running }
    if throttling == .holds {
      // What is held replaces other runs when it begins.
      if let older = runs.held(of: id) { takeOut([older], .replaced, &changes) }
      return .held(launch.policy)
    }
    makePlace(for: id, launch.policy, inside: launch.container, &changes)
    return status(for: id, launch.policy, inside: launch.container)
  }

  /// Takes out what makes room for a run or a group of a name, except the groups around it and the run `itself`.
  mutating func makePlace(
    for id: EffectID,
    _ policy: LaunchPolicy,
    inside container: ContainerKey,
    besides itself: RunKey = .none,
    _ changes: inout Changes
  ) {
    switch policy.kind {
    case .replace:
      replaceAll(of: id, sparingAround: container, besides: itself, &changes)
    case .newestWins(let limit):
      while rest(of: limit, for: id, inside: container) <= runs.count(of: id),
        let members = containers.cancelOldest(id, sparingAround: container)
      {
        takeOut(members, .replaced, &changes)
      }
      takeOut(runs.keys(of: id, over: limit - 1), .replaced, &changes)
    case .concurrent, .oldestFirst:
      break
    }
  }

  mutating func replaceAll(
    of id: EffectID,
    sparingAround container: ContainerKey,
    besides itself: RunKey = .none,
    _ changes: inout Changes
  ) {
    takeOut(runs.keys(of: id), sparing: itself, .replaced, &changes)
    takeOut(containers.cancel(id, sparingAround: container), .replaced, &changes)
  }

  // MARK: Programs

  /// Registers a named composite program; `nil` if its action or a program around it was cancelled, or nothing starts.
  ///
  /// By its policy, runs and groups of its name are taken out, except the groups that it is in: now, or late, when the
  /// first run in it begins. One that waits for others begins after a run of its name and policy, admitted next.
  ///
  /// - Returns: its key; whether it has to wait for others of its name, or is refused because of them; and the work to
  ///   be done before anything of it starts.
  package mutating func begin(
    _ group: ScopeTree.Group,
    policy: LaunchPolicy,
    isLate: Bool = false,
    inside outer: ContainerKey = .none
  ) -> (key: ContainerKey, waits: Bool, changes: Changes)? {
    guard !startsNothing, !tree.isCancelled(group.node), mayStart(in: outer) else { return nil }
    var changes = Changes()
    let waits = !isLate && status(for: group.id, policy, inside: outer).isQueued
    if isLate || waits {
      let replacesLate = isLate && policy == .replace
      let key = containers.begin(group, isWaiting: true, replacesLate: replacesLate, inside: outer)
      return (key, waits, changes)
    }
    makePlace(for: group.id, policy, inside: outer, &changes)
    let key = containers.begin(group, inside: outer)
    claimNames(around: outer, besides: nil, &changes)
    startDue(&changes)
    return (key, false, changes)
  }

  /// Takes out a program that has ended, and begins the runs that waited for it.
  package mutating func end(_ program: ContainerKey) -> Changes {
    var changes = Changes()
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
