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
    let bare = BareProgram(program, scope: frame?.scope?.scope, modifiers: frame?.modifiers)
    var frame = frame
    // A scope is only ever left by the end of what is in it.
    if let scope = bare.scope, scope.depth != frame?.scope?.scope.depth {
      guard isPresent?(scope) != false else {
        return appendEnd(of: frame)
      }
      // Of a single part nothing starts later: it needs no scope.
      if bare.program.isComposite {
        frame = Frame(ProgramScope(scope, table: table), parent: frame)
      }
    }
    switch bare.program.node {
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
      table.cancel(selector, in: bare.scope)
      appendEnd(of: frame)

    case .launch(let launch):
      start(launch.modified(by: bare.modifiers), frame: frame, node: node, scope: bare.scope)

    case .sequence(let list):
      // Holds the node while members are left; `end` gives it back when the last one has started.
      table.retain(node)
      appendEnd(of: Frame(.sequence(list.members[...]), parent: frame, modifiers: bare.modifiers))

    case .merge(let list):
      let merge = Frame(.merge(list.members.count), parent: frame, modifiers: bare.modifiers)
      for member in list.members.reversed() {
        agenda.append(.interpret(member, frame: merge))
      }

    case .catching(let caught):
      let catching = Frame(.catching(caught.handler, 1), parent: frame, modifiers: bare.modifiers)
      agenda.append(.interpret(caught.body, frame: catching))

    case .named(let named):
      let group = RunGroups.Group(named.id, scope: bare.scope, node: node)
      let outer = frame?.group?.key ?? .none
      guard let key = table.begin(group, cancelsInFlight: named.cancelsInFlight, inside: outer) else {
        return appendEnd(of: frame)
      }
      let inner = Frame(ProgramGroup(key, table: table), parent: frame, modifiers: bare.modifiers)
      agenda.append(.interpret(named.body, frame: inner))

    case .gated(let gated):
      // Held as by a sequence.
      table.retain(node)
      let gate = Frame(.gate(gated.body), parent: frame, modifiers: bare.modifiers)
      start(gated.gate.modified(by: bare.modifiers), frame: gate, node: node, scope: bare.scope)

    case .deferred(let make):
      guard !isStopped, !table.isCancelled(node) else { return appendEnd(of: frame) }
      // A program of its own, unless there is nothing that it would pass on: a long chain leaves no trace then.
      let inner = bare.modifiers == nil ? frame : Frame(.merge(1), parent: frame, modifiers: bare.modifiers)
      agenda.append(.interpret(make(), frame: inner))

    case .suspended(let suspension):
      hold(suspension, frame: frame, node: node)

    case nil, .modified, .scoped:
      // Nothing, or opened above.
      appendEnd(of: frame)
    }
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
