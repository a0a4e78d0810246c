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
    while let step = agenda.popLast() {
      defer { stopIfHandling(node: node) }
      switch step {
      case .interpret(let program, let frame):
        interpret(program, frame: frame, node: node)
      case .end(let frame, let action):
        currentAction = action
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
    if let scope = frame?.scope, !scope.isCurrent {
      // Its scope was cancelled since the program began: what has not started never does.
      appendEnd(of: frame)
      return
    }
    switch program.node {
    case nil:
      appendEnd(of: frame)

    case .emit(let action):
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

    case .cancel(let selector):
      table.cancel(selector, in: frame?.scope?.scope)
      appendEnd(of: frame)

    case .launch(let launch):
      start(launch, frame: frame, node: node, scope: frame?.scope?.scope)

    case .sequence(let members):
      // Holds the node while members are left; `end` gives it back when the last one has started.
      table.retain(node)
      appendEnd(of: Frame(.sequence(members[...]), parent: frame))

    case .merge(let members):
      let merge = Frame(.merge(members.count), parent: frame)
      for member in members.reversed() {
        agenda.append(.interpret(member, frame: merge))
      }

    case .catching(let body, let handler):
      agenda.append(.interpret(body, frame: Frame(.catching(handler, 1), parent: frame)))

    case .scoped(let moved):
      interpret(moved, frame: frame, node: node)

    case .suspended(let suspension):
      hold(suspension, frame: frame, node: node)
    }
  }

  /// Runs a program in the scope that it was moved into, unless that has left the state.
  private func interpret(_ moved: ScopedProgram<Action>, frame: Frame<Action>?, node: SlotKey) {
    let (scope, program) = moved.open(in: frame?.scope?.scope)
    guard let scope else {
      agenda.append(.interpret(program, frame: frame))
      return
    }
    guard isPresent?(scope) != false else {
      appendEnd(of: frame)
      return
    }
    switch program.node {
    case .launch(let launch):
      start(launch, frame: frame, node: node, scope: scope)
    case .cancel(let selector):
      table.cancel(selector, in: scope)
      appendEnd(of: frame)
    case nil, .emit:
      // Nothing of it starts later: it needs no scope.
      agenda.append(.interpret(program, frame: frame))
    case .sequence, .merge, .catching, .scoped, .suspended:
      agenda.append(.interpret(program, frame: Frame(ProgramScope(scope, table: table), parent: frame)))
    }
  }

  /// Has what comes after a part of a program follow, once all is done that the part emits.
  func appendEnd(of frame: Frame<Action>?) {
    agenda.append(.end(frame: frame, action: currentAction))
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
      scope: scope,
      table: table,
      mailbox: mailbox
    )
    follow(run)
    switch table.admit(run, options: launch.options, throttle: launch.throttle) {
    case .begins:
      start(run)
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

  /// Makes the task of a run that was admitted.
  @usableFromInline
  func start(_ run: EffectRun<Action>) {
    run.begin()
  }

  /// Starts the only effect of an action, without an agenda.
  @inlinable
  func startAlone(_ launch: Launch<Action>, parent: SlotKey, isCounted: Bool) -> SendHandle {
    let run = EffectRun(launch, node: .none, frame: nil, action: currentAction, table: table, mailbox: mailbox)
    if links > 0 { follow(run) }
    switch table.admitAlone(
      run,
      options: launch.options,
      throttle: launch.throttle,
      parent: parent,
      isCounted: isCounted
    ) {
    case .begins:
      start(run)
    case .waits:
      break
    case .refused:
      return SendHandle()
    }
    return SendHandle(table: table, node: run.node)
  }
}
