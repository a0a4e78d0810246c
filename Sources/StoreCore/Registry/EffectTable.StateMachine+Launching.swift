extension EffectTable.StateMachine {
  /// Decides about the launch of a run, unless its action was cancelled or the store is deallocated.
  mutating func launch(_ run: Run, _ launch: LaunchRequest) -> Changes {
    var changes = Changes()
    let outer = launch.container
    guard mayStart(at: launch.position.node, inside: outer) else { return changes }
    guard !isStopped else {
      changes.launch = (run, .refused(Refusal(.stoppedStore, of: launch.id)))
      return changes
    }
    let names = names(of: launch.id, launch.policy, inside: outer)
    let throttling = launch.edges == nil ? .none : throttling(of: launch)
    if let refusal = refusal(of: launch, names, throttling) {
      changes.launch = (run, .refused(refusal))
      return changes
    }
    // Before another run of the action is taken out, so that the action does not settle in between.
    let node = open(launch.position, isStream: launch.traits.isStream)
    var (status, queue) = (RunStatus.running, EffectID?.none)
    if throttling == .holds, let id = launch.id {
      // What is held replaces other runs when it begins.
      if let older = runs.held(of: id) { takeOut(older, .replaced, &changes) }
      status = .held(launch.policy)
    } else {
      makeRoom(for: names, inside: outer, &changes)
      (status, queue) = takeRoom(for: names, inside: outer)
    }
    let container = launch.scope == nil ? outer : containers.open(launch.scope, inside: outer)
    let key = runs.insert(run, launch, node: node, container: container, status, in: queue)
    tree.nodes.link(key, to: node)
    if !container.isNone { containers.tree.link(key, to: container) }
    if throttling != .none, let id = launch.id, windows[id] == nil {
      windows[id] = .some(nil)
      changes.windowOpener = run
    }
    let begins = !status.isWaiting || breakWaitCycle(of: key, run, &changes)
    // The run may come before a program of its own name.
    if begins, !container.isNone { containers.beginPrograms(around: container) { $0 != launch.id } }
    changes.launch = (run, begins ? .begins(key, node) : .waits(key, node))
    // If nothing was taken out, there is no more room than before.
    if !changes.cancelled.isEmpty { startDue(&changes) }
    return changes
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
  mutating func begin(in scope: EffectScope, inside outer: ContainerKey) -> Changes {
    var changes = Changes()
    changes.program = (containers.begin(in: scope, inside: outer), false)
    return changes
  }

  /// Registers a named composite program, unless its action or a program around it was cancelled, or nothing starts.
  ///
  /// By its policy, runs and programs of its name are taken out, except the programs that it is in. This is done now, or
  /// if it is late, when the first run in it is launched. If it has to wait for others, the interpreter next launches a
  /// run of its name and policy, after which it begins.
  mutating func begin(
    _ program: ScopeTree.NamedProgram,
    isLate: Bool = false,
    inside outer: ContainerKey = .none
  ) -> Changes {
    var changes = Changes()
    guard !isStopped, mayStart(at: program.node, inside: outer) else { return changes }
    let further = isLate ? [] : furtherNames(around: outer, besides: nil)
    let names = [ClaimedName(id: program.id, policy: program.policy)] + further
    let waits = !isLate && !hasRoom(for: names, inside: outer)
    if !isLate, !waits { makeRoom(for: names, inside: outer, &changes) }
    let key = containers.begin(program, isWaiting: isLate || waits, inside: outer)
    changes.program = (key, waits)
    guard !isLate, !waits else { return changes }
    containers.beginPrograms(around: outer)
    startDue(&changes)
    return changes
  }

  /// Takes out a program that has ended, and begins the runs that waited for it.
  mutating func end(_ program: ContainerKey) -> Changes {
    var changes = Changes()
    // What follows inside the programs around it, such as the answer to an error, is another part of them.
    containers.keepPrograms(around: program)
    containers.end(program)
    startDue(&changes)
    return changes
  }

  /// Whether something may start: neither its action nor the program around it, if any, was cancelled.
  private func mayStart(at node: NodeKey, inside outer: ContainerKey) -> Bool {
    !isClosed && !tree.isCancelled(node) && (outer.isNone || containers.isCurrent(outer))
  }
}
