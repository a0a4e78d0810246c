extension EffectTable {
  /// The decision about a launch.
  package enum Admission {
    /// It is registered, and begins at once or waits for its turn; a timer may have to end a window of its throttle.
    case admitted(RunKey, NodeKey, begins: Bool, opensWindow: Bool)
    /// Do not start it; without a refusal, its action was cancelled or the store was deallocated.
    case refused(Refusal?)
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

/// The names that a launch claims, each with the rule for others of it.
struct ClaimedNames {
  /// The name of a program around the launch in which nothing has begun.
  struct Further {
    let group: ContainerKey
    let id: EffectID
    let policy: LaunchPolicy
  }

  /// The name of the run itself.
  let id: EffectID?
  let policy: LaunchPolicy
  /// The names around it, inner ones first.
  let further: [Further]

  /// The names that may take others out.
  var replacing: [EffectID] {
    let all = [(id, policy)] + further.map { ($0.id, $0.policy) }
    return all.compactMap { id, policy in
      switch policy.kind {
      case .replace, .newestWins: id
      case .concurrent, .oldestFirst: nil
      }
    }
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
    guard !startsNothing else { return (.refused(Refusal(.stoppedStore, of: launch.id)), changes) }
    let throttling = throttling(of: launch)
    let further = furtherNames(around: launch.container, besides: launch.id)
    let names = ClaimedNames(id: launch.id, policy: launch.policy, further: further)
    if let refusal = refusal(of: launch, names, throttling) { return (.refused(refusal), changes) }
    // Before another run of the action is taken out, so that the action does not settle in between.
    let node = enter(launch.position, isStream: launch.traits.isStream)
    let (status, queue) = status(for: launch, names, throttling, &changes)
    let container = containers.open(launch.scope, inside: launch.container)
    let key = runs.insert(run, launch, node: node, container: container, status, in: queue)
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

  private func refusal(of launch: LaunchRequest, _ names: ClaimedNames, _ throttling: Throttling) -> Refusal? {
    switch throttling {
    case .refuses: Refusal(.throttled, of: launch.id)
    // Its policy is applied when the window ends.
    case .holds: nil
    case .none, .begins: refusal(of: names, inside: launch.container)
    }
  }

  /// Takes out the runs that have to make room for a launch, and returns its status, and the name for which it waits.
  private mutating func status(
    for launch: LaunchRequest,
    _ names: ClaimedNames,
    _ throttling: Throttling,
    _ changes: inout Changes
  ) -> (RunStatus, queue: EffectID?) {
    if throttling == .holds, let id = launch.id {
      // What is held replaces other runs when it begins.
      if let older = runs.held(of: id) { takeOut([older], .replaced, &changes) }
      return (.held(launch.policy), nil)
    }
    makePlaces(for: names, inside: launch.container, &changes)
    return takePlaces(for: names, inside: launch.container)
  }

  /// Takes out what makes room for a launch under each of its names.
  mutating func makePlaces(
    for names: ClaimedNames,
    inside container: ContainerKey,
    besides itself: RunKey = .none,
    _ changes: inout Changes
  ) {
    if let id = names.id { makePlace(for: id, names.policy, inside: container, besides: itself, &changes) }
    for further in names.further {
      makePlace(for: further.id, further.policy, inside: container, besides: itself, &changes)
    }
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
      takeOut(runs.keys(of: id), sparing: itself, .replaced, &changes)
      takeOut(containers.cancel(id, sparingAround: container), .replaced, &changes)
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

  // MARK: Programs

  /// Registers a named composite program; `nil` if its action or a program around it was cancelled, or nothing starts.
  ///
  /// By its policy, runs and groups of its name are taken out, except the groups that it is in: now, or late, when the
  /// first run in it is admitted. One that waits for others begins after a run of its name and policy, admitted next.
  ///
  /// - Returns: its key; whether it has to wait for others of its names, or is refused because of them; and the work to
  ///   be done before anything of it starts.
  package mutating func begin(
    _ group: ScopeTree.Group,
    isLate: Bool = false,
    inside outer: ContainerKey = .none
  ) -> (key: ContainerKey, waits: Bool, changes: Changes)? {
    guard !startsNothing, !tree.isCancelled(group.node), mayStart(in: outer) else { return nil }
    var changes = Changes()
    let further = isLate ? [] : furtherNames(around: outer, besides: nil)
    let names = ClaimedNames(id: group.id, policy: group.policy, further: further)
    let waits = !isLate && !hasPlaces(for: names, inside: outer)
    if isLate || waits { return (containers.begin(group, isWaiting: true, inside: outer), waits, changes) }
    makePlaces(for: names, inside: outer, &changes)
    let key = containers.begin(group, inside: outer)
    containers.beginGroups(around: outer)
    startDue(&changes)
    return (key, false, changes)
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
