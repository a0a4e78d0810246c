extension RuntimeCore {
  /// Runs a part of a program under a node: the only place where effects start.
  func interpret(_ program: Program, frame: Frame?, node: NodeKey) {
    var frame = frame?.tail
    guard isCurrent(frame) else {
      // Cancelled since the program began: what has not started never starts.
      return appendEnd(of: frame, node: node)
    }
    var opened = OpenedProgram(program, scope: frame?.scope, modifiers: frame?.modifiers ?? GivenModifiers())
    let (wait, misuses) = opened.settleModifiers()
    for misuse in misuses { table.report(misuse, name: opened.name, at: currentPlace) }
    for mark in opened.marks { mark.add(node, in: table) }
    // A scope is left only by the end of what is in it.
    if let scope = opened.scope, scope.depth != frame?.scope?.depth {
      guard isPresent?(scope) != false else {
        tellRefused(opened, as: .absentScope, of: current, frame: frame, node: node)
        return appendEnd(of: frame, node: node)
      }
      // A single part starts nothing later, so it needs no scope.
      if opened.program.isComposite || wait != nil {
        let outer = frame?.container ?? .none
        let changes = table.change { $0.begin(in: scope, inside: outer) }
        frame = Frame(.container(name: nil), container: changes.program?.key, scope: scope, parent: frame)
      }
    }
    if let wait {
      // So that a cancel by the mark finds it while it waits.
      mark(node, for: opened.program)
      return start(wait.operation, before: opened.program, inside: wait.modifiers, parent: frame, node: node)
    }
    switch opened.program {
    case .emit(let action):
      emit(action, frame: frame, node: node)

    case .call(let make):
      if isStopped { tellRefused(opened, as: .stoppedStore, of: current, frame: frame, node: node) }
      guard !isStopped, !table.isCancelled(node), let action = make() else { return appendEnd(of: frame, node: node) }
      emit(action, frame: frame, node: node)

    case .cancel(let selector):
      let program = frame.flatMap { hasNext(in: $0) ? $0 : nil }
      #if DEBUG
      noteCancel(selector, in: opened.scope, at: currentPlace)
      #endif
      table.cancel(selector, in: opened.scope, by: emitter, node: node)
      if let program { reportSelfCancel(in: program) }
      appendEnd(of: frame, node: node)

    case .operation(let operation):
      let launch = start(operation, inside: opened.modifiers, at: .node(node), frame: frame, scope: opened.scope)
      endIfRefused(launch, in: frame, node: node)

    case .sequence(let members):
      // Holds the node while members remain; `end` releases it when the last one has started.
      table.retain(node)
      appendEnd(of: Frame(.sequence(members[...]), parent: frame, modifiers: opened.modifiers.forMembers), node: node)

    case .merge(let members):
      let merge = Frame(.merge(members.count), parent: frame, modifiers: opened.modifiers.forMembers)
      for member in members.reversed() {
        steps.append(.interpret(member, frame: merge, node: node))
      }

    case .catching(let body, let handler):
      let catching = Frame(.catching(handler, 1), parent: frame, modifiers: opened.modifiers)
      steps.append(.interpret(body, frame: catching, node: node))

    case .named(let body, let id, let use):
      if isStopped { tellRefused(opened, as: .stoppedStore, of: current, frame: frame, node: node) }
      let program = ScopeTree.NamedProgram(id, scope: opened.scope, node: node)
      begin(program, use, of: body, inside: opened.modifiers, frame: frame)

    case .deferred(let make):
      if isStopped { tellRefused(opened, as: .stoppedStore, of: current, frame: frame, node: node) }
      guard !isStopped, !table.isCancelled(node), current.chain?.isOver(limit: table.chainLimit) != true else {
        return appendEnd(of: frame, node: node)
      }
      // Made by code that may make another, and so on for ever.
      beginCause()
      // A frame of its own only if there are modifiers to pass on, so that a long chain leaves no trace.
      let inner = opened.modifiers.isEmpty ? frame : Frame(.merge(1), parent: frame, modifiers: opened.modifiers)
      steps.append(.interpret(make(), frame: inner, node: node))

    case .issue(let kind, let message):
      table.report(kind, message, at: currentPlace)
      appendEnd(of: frame, node: node)

    case .none, .modified, .scoped, .mapped, .marked:
      // Nothing, or opened above.
      appendEnd(of: frame, node: node)
    }
  }

  /// Whether what has not started in a frame may start: no scope or named program around it was cancelled.
  private func isCurrent(_ frame: Frame?) -> Bool {
    guard let container = frame?.container, !container.isNone else { return true }
    return table.isCurrent(container)
  }

  private func mark(_ node: NodeKey, for program: Program) {
    for mark in OpenedProgram(program).marks { mark.add(node, in: table) }
  }

  /// Handles an action that belongs to the transition.
  private func emit(_ action: AnyAction, frame: Frame?, node: NodeKey) {
    let origin = Origin(
      sender: .handler,
      cause: current.cause,
      isFurther: noteSent(),
      details: current.launchDetails
    )
    // Without a frame nothing follows, and a long chain of emitted actions leaves no steps.
    if frame != nil { appendEnd(of: frame, node: node) }
    handle(action, from: origin, at: .part(of: node))
  }

  /// Begins a program under a name, or makes it wait for others of the name.
  private func begin(
    _ program: ScopeTree.NamedProgram,
    _ use: NameUse,
    of body: Program,
    inside modifiers: GivenModifiers,
    frame: Frame?
  ) {
    let node = program.node
    let claim = NameClaim(program.ownID, for: use, of: body, inside: modifiers)
    var program = program
    program.policy = claim.policy
    program.hasOnePart = claim.isFurther
    if let misuse = claim.misuse { table.report(misuse, name: program.id, at: currentPlace) }
    let outer = frame?.container ?? .none
    #if DEBUG
    table.knownNames.withLock { $0.add(program.id) }
    #endif
    let changes = table.change(by: EffectEnder(.replacement(nil), by: emitter)) { [program] in
      $0.begin(program, isLate: claim.isLate, inside: outer)
    }
    guard let begun = changes.program else { return appendEnd(of: frame, node: node) }
    #if DEBUG
    if claim.policy == .replace { reportDuplicate(program.id, of: changes.cancelled.first?.run, in: frame) }
    #endif
    var modifiers = modifiers
    modifiers.giveName(program.ownID, for: use, claim)
    let inner = Frame(
      .container(name: program.id),
      container: begun.key,
      scope: program.scope,
      parent: frame,
      modifiers: modifiers
    )
    guard begun.waits else { return steps.append(.interpret(body, frame: inner, node: node)) }
    // So that a cancel by the mark finds it while it waits.
    mark(node, for: body)
    let turn = modifiers.operationInFront(of: body, id: program.ownID, policy: claim.policy)
    start(turn, before: body, inside: modifiers, parent: inner, node: node)
  }

  /// Starts an operation that has to finish before a program starts.
  private func start(
    _ operation: EffectOperation,
    before program: Program,
    inside modifiers: GivenModifiers,
    parent: Frame?,
    node: NodeKey
  ) {
    // Held as by a sequence.
    table.retain(node)
    let wait = Frame(.behindWait(program), parent: parent, modifiers: modifiers)
    endIfRefused(start(operation, at: .node(node), frame: wait, scope: wait.scope), in: wait, node: node)
  }

  /// Continues after an operation that was refused.
  private func endIfRefused(
    _ launch: (run: EffectRun, admission: EffectTable.Admission?),
    in frame: Frame?,
    node: NodeKey
  ) {
    switch launch.admission {
    case .begins?, .waits?: break
    case .refused(let refusal)?:
      appendEnd(of: frame, node: node)
      table.noteRefusal(refusal, at: node)
      if launch.run.operation.answers?.onRefused != nil { steps.append(.answerRefusal(launch.run, node: node)) }
    case nil: appendEnd(of: frame, node: node)
    }
  }

  /// Reports that a cancel has ended the named program that it is part of, so that the next member never starts.
  private func reportSelfCancel(in frame: Frame) {
    // The outermost one that was cancelled.
    let name = frame.path.reduce(EffectID?.none) { name, frame in
      if case .container(let own?) = frame.kind, !own.isOwner, !isCurrent(frame) { own } else { name }
    }
    guard let name else { return }
    table.report(
      .selfCancel(name),
      """
      A program cancelled its own name, '\(name)': what comes after that is dropped.

      A cancel ends all that it selects, the named program that it is part of included.

      Put it before the named program, or leave it out if the program is meant to replace the running one of its name.
      """,
      at: currentPlace
    )
  }

  /// Whether another member is to start.
  private func hasNext(in frame: Frame) -> Bool {
    switch frame.kind {
    case .sequence(let rest): !rest.isEmpty
    case .merge: if case .interpret(_, let next, _)? = steps.last { next === frame } else { false }
    case .catching, .answer, .behindWait, .container: false
    }
  }

  /// Continues after a part of a program, once everything that the part emits is done.
  func appendEnd(of frame: Frame?, node: NodeKey) {
    steps.append(
      .end(frame: frame, node: node, cause: current.cause, launcher: current.launcher, hasSent: hasSent)
    )
  }

  func end(_ frame: Frame?, node: NodeKey) {
    guard let frame else { return }
    if table.isCancelled(node) { release(node, times: FrameMachine.abandon(frame)) }
    guard let (member, sequence, isLast) = FrameMachine.end(in: frame, program: table.end) else { return }
    if isLast { steps.append(.release(node)) }
    steps.append(.interpret(member, frame: sequence, node: node))
  }

  func release(_ node: NodeKey, times: Int) {
    for _ in 0..<times { table.release(node) }
  }

  /// Starts an operation, which is the only one of its action or belongs to an open node.
  ///
  /// - Returns: its run, and the decision about it; `nil` if its action was cancelled.
  func start(
    _ operation: EffectOperation,
    inside modifiers: GivenModifiers? = nil,
    at position: Position,
    frame: Frame? = nil,
    scope: EffectScope? = nil
  ) -> (run: EffectRun, admission: EffectTable.Admission?) {
    let given = operation
    let operation = modifiers?.applied(to: given) ?? given
    for misuse in operation.misuses(givenAs: given) { table.report(misuse, name: operation.id, at: currentPlace) }
    let run = EffectRun(operation, origin: current, frame: frame, scope: scope, mailbox: mailbox)
    let launch = LaunchRequest(
      id: run.id,
      policy: operation.policy,
      edges: operation.throttle?.edges,
      position: position,
      traits: run.traits,
      scope: scope,
      container: frame?.container ?? .none
    )
    #if DEBUG
    if let id = launch.id { table.knownNames.withLock { $0.add(id) } }
    #endif
    let changes = table.change { $0.launch(run, launch) }
    #if DEBUG
    if launch.policy == .replace, let id = launch.id {
      reportDuplicate(id, of: changes.cancelled.first?.run, in: frame)
    }
    #endif
    return (run, changes.launch?.admission)
  }
}
