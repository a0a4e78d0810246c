extension Runtime {
  /// Runs an effect program under a node: the only place where effects start.
  ///
  /// It never recurses, however deep a program is, and however long a chain of emitted actions.
  func interpret(_ program: EffectProgram<Action>, node: SlotKey) {
    agenda.append(.interpret(program, frame: nil))
    workOff(node: node)
  }

  /// Does what is on the agenda, the newest first: a program is done before what was due after it.
  func workOff(node: SlotKey) {
    #if DEBUG
    pass &+= 1
    #endif
    while let step = agenda.popLast() {
      defer { stopIfHandling(node: node) }
      switch step {
      case .interpret(let program, let frame):
        interpret(program, frame: frame, node: node)
      case .end(let frame, let action, let launcher):
        currentAction = action
        self.launcher = launcher
        end(frame, node: node)
      case .releaseNode:
        table.release(node)
      }
    }
  }

  /// Leaves the rest of the agenda for later, if a handler was called that has suspended.
  private func stopIfHandling(node: SlotKey) {
    guard let turnstile, turnstile.suspension?.place != nil, !agenda.isEmpty else { return }
    turnstile.continuations.append(.agenda(agenda, node: node))
    agenda = []
  }

  private func interpret(_ program: EffectProgram<Action>, frame: Frame<Action>?, node: SlotKey) {
    guard frame?.isCurrent != false else {
      // It was cancelled since the program began: what has not started never does.
      return appendEnd(of: frame)
    }
    var opened = OpenedProgram(program, scope: frame?.scope?.scope, modifiers: frame?.modifiers ?? GivenModifiers())
    let (wait, misuses) = opened.settleModifiers()
    for misuse in misuses { report(misuse) }
    var frame = frame
    // A scope is only ever left by the end of what is in it.
    if let scope = opened.scope, scope.depth != frame?.scope?.scope.depth {
      guard isPresent?(scope) != false else {
        return appendEnd(of: frame)
      }
      // Of a single part nothing starts later: it needs no scope.
      if opened.program.isComposite || wait != nil {
        frame = Frame(ProgramScope(scope, table: table), parent: frame)
      }
    }
    if let wait {
      return start(wait.launch, before: opened.program, inside: wait.modifiers, parent: frame, node: node)
    }
    switch opened.program.node {
    case .emit(let action):
      emit(action, frame: frame)

    case .call(let make):
      guard !isStopped, !table.isCancelled(node) else { return appendEnd(of: frame) }
      guard let action = make() else { return appendEnd(of: frame) }
      emit(action, frame: frame)

    case .cancel(let selector):
      table.cancel(selector, in: opened.scope)
      appendEnd(of: frame)

    case .launch(let launch):
      start(opened.modifiers.applied(to: launch), frame: frame, node: node, scope: opened.scope)

    case .sequence(let members):
      // Holds the node while members are left; `end` gives it back when the last one has started.
      table.retain(node)
      appendEnd(of: Frame(.sequence(members[...]), parent: frame, modifiers: opened.modifiers.forMembers))

    case .merge(let members):
      let merge = Frame(.merge(members.count), parent: frame, modifiers: opened.modifiers.forMembers)
      for member in members.reversed() {
        agenda.append(.interpret(member, frame: merge))
      }

    case .catching(let body, let handler):
      let catching = Frame(.catching(handler, 1), parent: frame, modifiers: opened.modifiers)
      agenda.append(.interpret(body, frame: catching))

    case .named(let body, let id, let use):
      let group = RunGroups.Group(id, scope: opened.scope, node: node)
      begin(group, use, of: body, inside: opened.modifiers, frame: frame)

    case .deferred(let make):
      guard !isStopped, !table.isCancelled(node) else { return appendEnd(of: frame) }
      // A program of its own, unless there is nothing that it would pass on: a long chain leaves no trace then.
      let inner = opened.modifiers.isEmpty ? frame : Frame(.merge(1), parent: frame, modifiers: opened.modifiers)
      agenda.append(.interpret(make(), frame: inner))

    case .issue(let kind, let message):
      report(kind, message, at: trace?.location ?? rootLocation)
      appendEnd(of: frame)

    case .suspended(let suspension):
      hold(suspension, frame: frame, node: node)

    case nil, .modified, .scoped, .mapped:
      // Nothing, or opened above.
      appendEnd(of: frame)
    }
  }

  /// Handles an action that belongs to the transition.
  private func emit(_ action: Action, frame: Frame<Action>?) {
    // Without a frame nothing follows: a long chain of emitted actions leaves no trace on the agenda.
    if frame != nil {
      appendEnd(of: frame)
    }
    let source = ActionSource(action: currentAction)
    if allows(action) {
      agenda.append(.interpret(transition(action, source), frame: nil))
    } else {
      tellDropped(action, source)
    }
  }

  /// Begins a program under a name, or has it wait for others of the name.
  private func begin(
    _ group: RunGroups.Group,
    _ use: NameUse,
    of body: EffectProgram<Action>,
    inside modifiers: GivenModifiers<Action>,
    frame: Frame<Action>?
  ) {
    let claim = NameClaim(use, of: body, inside: modifiers)
    if let misuse = claim.misuse { report(misuse, name: group.id) }
    let outer = frame?.group?.key ?? .none
    guard let begun = table.begin(group, policy: claim.policy, isLate: claim.isLate, inside: outer) else {
      return appendEnd(of: frame)
    }
    var modifiers = modifiers
    if claim.takesPolicies { modifiers.giveName() }
    let inner = Frame(ProgramGroup(begun.key, id: group.id, table: table), parent: frame, modifiers: modifiers)
    guard begun.waits else { return agenda.append(.interpret(body, frame: inner)) }
    let turn = modifiers.launchInFront(id: group.ownID, policy: claim.policy)
    start(turn, before: body, inside: modifiers, parent: inner, node: group.node)
  }

  /// Starts an operation without which a program does not start.
  private func start(
    _ launch: Launch<Action>,
    before program: EffectProgram<Action>,
    inside modifiers: GivenModifiers<Action>,
    parent: Frame<Action>?,
    node: SlotKey
  ) {
    // Held as by a sequence.
    table.retain(node)
    let wait = Frame(.behindWait(program), parent: parent, modifiers: modifiers)
    start(launch, frame: wait, node: node, scope: wait.scope?.scope)
  }

  private func report(_ misuse: ModifierMisuse, name: EffectID? = nil) {
    report(.ignoredModifier(misuse.modifier), misuse.message(name: name), at: trace?.location ?? rootLocation)
  }

  /// Has what comes after a part of a program follow, once all is done that the part emits.
  func appendEnd(of frame: Frame<Action>?) {
    agenda.append(.end(frame: frame, action: currentAction, launcher: launcher))
  }

  private func end(_ frame: Frame<Action>?, node: SlotKey) {
    guard let frame else { return }
    if table.isCancelled(node) {
      release(node, times: FrameMachine.abandon(frame))
    }
    switch FrameMachine.end(in: frame) {
    case .nothing:
      break
    case .start(let member, let sequence, let isLast):
      if isLast {
        agenda.append(.releaseNode)
      }
      agenda.append(.interpret(member, frame: sequence))
    }
  }

  func release(_ node: SlotKey, times: Int) {
    for _ in 0..<times {
      table.release(node)
    }
  }

  private func start(_ launch: Launch<Action>, frame: Frame<Action>?, node: SlotKey, scope: EffectScope?) {
    let run = EffectRun(
      launch,
      node: node,
      frame: frame,
      action: currentAction,
      launcher: launcher,
      location: rootLocation,
      scope: scope,
      mailbox: mailbox
    )
    follow(run)
    noteMisuse(of: launch)
    #if DEBUG
    run.pass = pass
    #endif
    let group = frame?.group?.key ?? .none
    switch table.admit(run, policy: launch.policy, throttle: launch.throttle, group: group) {
    case .begins:
      run.begin()
    case .waits:
      break
    case .refused:
      // By its policy, or because its action was cancelled while it was handled.
      appendEnd(of: frame)
    }
  }

  /// Notes which effects led to a run.
  @usableFromInline
  func follow(_ run: EffectRun<Action>) {
    run.follow(links: links, trail: trace?.trail)
  }

  /// Reports where the policy of an operation asks for what cannot be done.
  @usableFromInline
  func noteMisuse(of launch: Launch<Action>) {
    if let misuse = launch.policyMisuse { report(misuse, name: launch.id) }
  }

  /// Starts the only effect of an action, without an agenda.
  @inlinable
  func startAlone(_ launch: Launch<Action>, parent: SlotKey, isCounted: Bool) -> SendHandle {
    let run = EffectRun(
      launch,
      node: .none,
      frame: nil,
      action: currentAction,
      launcher: launcher,
      location: rootLocation,
      mailbox: mailbox
    )
    if links > 0 { follow(run) }
    if launch.options.policy != nil { noteMisuse(of: launch) }
    switch table.admitAlone(
      run,
      policy: launch.policy,
      throttle: launch.throttle,
      parent: parent,
      isCounted: isCounted
    ) {
    case .begins:
      run.beginHere()
    case .waits:
      break
    case .refused:
      return SendHandle()
    }
    return SendHandle(table: table, node: run.node)
  }
}
