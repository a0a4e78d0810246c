extension RuntimeCore {
  func perform(_ step: Step) {
    switch step {
    case .interpret(let program, let frame, let node): interpret(program, frame: frame, node: node)
    case .end(let frame, let node, let cause, let launcher, let hasSent):
      current.cause = cause
      current.launcher = launcher
      self.hasSent = hasSent
      end(frame, node: node)
    case .endEffect(let run):
      follow(run)
      end(run.frame, node: run.node)
    case .elements(let elements, let run): forward(elements, of: run)
    case .endElements(let run): endElements(of: run)
    case .complete(let run): complete(run)
    case .answerRefusal(let run, let node): answerRefusal(of: run, node: node)
    case .finish(let run): table.finish(run)
    case .release(let node): table.release(node)
    case .letGoNode(let run, let keeper): table.letGo(run.node, keeper: keeper)
    case .block(let node): block(until: node)
    }
  }

  func handle(_ message: Message) {
    beginRoot()
    handledCount += 1
    switch message {
    case .action(let action):
      handleUnlessCancelled(action, from: .outside())
    case .sent(let sent):
      handleUnlessCancelled(sent.content, from: sent.origin, node: sent.node)
    case .program(let sent):
      table.noteTaken(sent.node)
      steps.append(.release(sent.node))
      // On a cancelled node nothing of it starts.
      guard admitLaunch(from: sent.origin), !table.isCancelled(sent.node) else { return }
      // Counted as a launch, with the others of its cause.
      hasSent = current.chain != nil
      steps.append(.interpret(sent.content, frame: nil, node: sent.node))
    case .completed(let run):
      guard let buffer = run.buffer else { return complete(run) }
      keepNode(of: run)
      steps.append(.complete(run))
      steps.append(.elements(buffer.take()[...], run))
    case .elements(let run):
      takeElements(of: run)
    case .start:
      if life == .starting { startNow() }
    case .turn(let body):
      // No reason to expect more: the store need not look into its mailbox again.
      handledCount -= 1
      body()
    }
  }

  /// Notes that what comes next is not caused by anything handled before.
  func beginRoot() {
    current = Origin()
    followedRun = nil
    beginCause()
    #if DEBUG
    messageCount &+= 1
    if streamLink != nil { endLink() }
    #endif
  }

  /// Notes that what follows has another cause than what went before.
  func beginCause() {
    hasSent = false
    hasLaunched = false
  }

  // MARK: Actions

  /// Handles an action, and runs the program that the handler returns.
  @discardableResult
  func handle(_ action: AnyAction, from origin: Origin, at position: Position) -> SendHandle {
    guard admit(action, from: origin), !isStopped else {
      if current.chain?.tellsDrops(limit: table.chainLimit) != false { tellDropped(action, from: origin) }
      return SendHandle(countedIn: table)
    }
    let cause = origin.cause
    beginCause()
    numberAction()
    let program = handler(self, action)
    return proceed(
      with: program,
      of: action,
      cause: cause,
      location: origin.location,
      details: origin.details,
      at: position
    )
  }

  /// Gives the action that is handled next a number, if there are observers.
  func numberAction() {
    current.cause = nil
    guard hub.isActive else { return }
    actionCount += 1
    current.cause = .action(ActionID(rawValue: actionCount))
    if hub.showsStates { showState(at: nil) }
  }

  /// Continues with the program that an action's handler has returned, unless the handler has suspended.
  func proceed(
    with program: Program,
    of action: AnyAction,
    cause: EventCause?,
    location: CallSite,
    details: EventDetails? = nil,
    at position: Position
  ) -> SendHandle {
    if isHandlerSuspended { return wait(cause: cause, location: location, details: details, at: position) }
    didHandle(action, cause: cause, at: location, details)
    return run(program, of: action, at: position)
  }

  /// Handles an action, unless the effect that sent it or its own node was cancelled.
  @discardableResult
  func handleUnlessCancelled(_ action: AnyAction, from origin: Origin, node: NodeKey = .none) -> SendHandle {
    if !node.isNone { table.noteTaken(node) }
    let effect = origin.effect
    var position = position(of: effect)
    // An effect's action may cancel the effect while it is handled, and still belongs to what that has caused. The node
    // of a stream is kept for all of its elements.
    if !node.isNone || effect.map({ !$0.traits.isStream }) ?? queue.isSequential {
      let node = node.isNone ? openNode(at: position) : node
      position = .node(node)
      if effect == nil, queue.isSequential { steps.append(.block(node)) }
      steps.append(.release(node))
    }
    guard effect?.isCancelled != true, node.isNone || !table.isCancelled(node) else {
      tellDropped(action, from: origin)
      return SendHandle(countedIn: table)
    }
    return handle(action, from: origin, at: position)
  }

  /// The position of the program of an action without a node: below the effect that sent it, or at the root.
  func position(of effect: EffectRun?) -> Position {
    guard let effect else { return .root }
    return .child(of: effect.node, isCounted: !effect.traits.isStream)
  }

  func openNode(at position: Position) -> NodeKey {
    switch position {
    case .node(let node), .part(let node): node
    case .child(let parent, let isCounted): table.open(parent: parent, isCounted: isCounted)
    }
  }

  /// Notes where the next action comes from; `false` if it is one too many of a chain, or of a loop of effects.
  func admit(_ action: AnyAction, from origin: Origin) -> Bool {
    switch origin.sender {
    case .call:
      follow(origin)
      guard let chain = origin.chain else { return true }
      return countInRow(action, chain) && countInChain(action, isFurther: origin.isFurther)
    case .effect, .handler:
      // What follows an effect, or answers its error, is caused by it as its own action is.
      guard let run = origin.effect ?? followedRun else { return countInChain(action, isFurther: origin.isFurther) }
      current = Origin(details: origin.details)
      followedRun = nil
      // An action that an effect returns has no place of its own: use the place of the send that led to it.
      current.location = origin.location.known ?? run.origin.location
      current.effectsInRow = run.effectsInRow
      guard run.isExamined, current.effectsInRow > 0 else { return true }
      return countInRow(action, beginChain(effectsInRow: current.effectsInRow, behind: run))
    }
  }

  /// Notes which call the next action or program comes from.
  func follow(_ origin: Origin) {
    current = origin
    guard let chain = origin.chain else { return }
    current.effectsInRow = chain.effectsInRow
    current.location = origin.location.known ?? chain.location ?? .unknown
  }

  /// Notifies listeners of an action that was handled, or observers of one that was not.
  func didHandle(_ action: AnyAction, cause: EventCause?, at location: CallSite, _ details: EventDetails?) {
    let unhandled = unhandled.take()
    switch (unhandled, current.actionID) {
    case (.dropped, _):
      hub.tell(.actionDropped(action), cause: cause, location: location, details: details)
    case (.vetoed(let veto), let id):
      if let id { announce(.actionVetoed(action, id, veto), cause: cause, at: location, details) }
    case (nil, let id):
      if let id { announce(.actionHandled(action, id), cause: cause, at: location, details) }
      guard !endsEarly else { break }
      if let actionSubscribers {
        actionSubscribers.deliver(action)
        // Before the action's program, which may emit.
        if !endingSubscriptions.isEmpty { endSubscriptions() }
        if actionSubscribers.isEmpty { self.actionSubscribers = nil }
      }
      // The last listener may have gone.
      noteListeners()
      if !hub.isActive { current.cause = nil }
    }
    if !changeCalls.isEmpty, unhandled?.isDrop != true { noteChange() }
    if !pendingReports.isEmpty { reportPending(at: location) }
  }

  // MARK: Programs

  /// Runs a program that was returned for an action, or launched without one.
  func run(_ program: Program, of action: AnyAction?, at position: Position) -> SendHandle {
    guard !program.isNone else {
      if case .child = position { return SendHandle() }
      return SendHandle(table: table, node: openNode(at: position))
    }
    current.launcher = action
    // A single effect starts under a node that is opened with it.
    if case .child = position, case .operation(let operation) = program {
      let (run, admission) = start(operation, at: position)
      return switch admission {
      case .begins?, .waits?: SendHandle(table: table, node: run.node)
      case .refused(let refusal)?: refusedHandle(of: run, refusal, at: position)
      case nil: SendHandle(countedIn: table)
      }
    }
    var node = openNode(at: position)
    switch position {
    case .child:
      steps.append(.release(node))
    case .part where program.hasMark:
      node = table.open(partOf: node)
      steps.append(.release(node))
    case .part, .node:
      break
    }
    steps.append(.interpret(program, frame: nil, node: node))
    return SendHandle(table: table, node: node)
  }

  /// The handle of an action whose only effect was refused: there is nothing to wait for but an answer to that.
  private func refusedHandle(of run: EffectRun, _ refusal: Refusal, at position: Position) -> SendHandle {
    guard run.operation.answers?.onRefused != nil else {
      return SendHandle(table: table, node: table.noteRefusal(refusal))
    }
    let node = openNode(at: position)
    table.noteRefusal(refusal, at: node)
    steps.append(.release(node))
    steps.append(.answerRefusal(run, node: node))
    return SendHandle(table: table, node: node)
  }

  // MARK: The ends of effects

  /// Handles the end of an effect whose elements were handled.
  func complete(_ run: EffectRun) {
    let isDraining = run.phase == .cancelled
    // Before observers are notified of the end: what they send is caused by the run, not by what was handled before.
    follow(run)
    let (hasCompleted, event) = table.complete(run)
    guard hasCompleted else {
      if !isDraining {
        if case .action(let action) = run.outcome { run.tellDropped(action) }
        table.drained(run)
      }
      return completeCancelled(run)
    }
    if let event { showState(at: event) }
    // A state that is an object may have been changed by the effect itself.
    if !changeCalls.isEmpty { noteChange() }
    appendEnd(of: run)
    switch run.outcome {
    case .error(let error):
      fail(error, of: run)
    case .action(let action):
      handle(action, from: .effect(run), at: position(of: run))
    case .nothing:
      FrameMachine.finish(in: run.frame)
    }
  }

  /// Appends what follows a run: the rest of its program, then the end of the waits for it.
  func appendEnd(of run: EffectRun) {
    steps.append(.finish(run))
    steps.append(.endEffect(run))
  }

  func fail(_ error: any Error, of run: EffectRun) {
    let (answer, abandoned) = FrameMachine.fail(error, in: run.frame)
    if let answer { steps.append(.interpret(answer.program, frame: answer.frame, node: run.node)) }
    release(run.node, times: abandoned)
    if answer == nil { report(error, of: run) }
  }

  /// Notes that what comes next belongs to the action that launched the run.
  func follow(_ run: EffectRun) {
    current = run.origin
    // What follows is beside the run, not below it.
    current.context = run.origin.context?.outer
    current.chain = nil
    beginCause()
    followedRun = run
    if run.hasSuspended { current.effectsInRow = 0 }
  }
}
