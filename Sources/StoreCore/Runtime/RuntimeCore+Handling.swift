/// A step that is left to do of the message that a store handles.
enum Step {
  /// Run a program under a node; its end is reported to the frame.
  case interpret(Program, frame: Frame?, node: SlotKey)
  /// A part inside the frame has ended; what follows came from the action.
  case end(frame: Frame?, node: SlotKey, action: UInt64, launcher: AnyAction?)
  /// The last action of an effect was handled; what follows came from the action that launched it.
  case endEffect(EffectRun)
  /// Handle the rest of the elements that were taken from a stream.
  case elements(ArraySlice<AnyAction>, EffectRun)
  /// The elements that were taken from a stream are handled.
  case endElements(EffectRun)
  /// Handle the end of an effect, whose elements were handled.
  case complete(EffectRun)
  /// What follows an effect in its program has begun.
  case finish(EffectRun)
  /// Give back a node.
  case release(SlotKey)
  /// End a subscription of somebody who hears of the action that is handled.
  case endSubscription(StoreSubscription)
  /// Have later actions wait for the effects of this one, in a sequential store.
  case block(SlotKey)
}

/// The place in the causal tree at which an action's program runs.
enum Position {
  /// Under a node that is open.
  case node(SlotKey)
  /// Under a node of its own, which is opened if there is something to run.
  case child(of: SlotKey, isCounted: Bool)

  /// Caused by nothing.
  static var root: Position { .child(of: .none, isCounted: false) }
}

extension RuntimeCore {
  /// Does what is left of the message that is handled, and then handles what waits, until there is nothing or a handler
  /// suspends.
  func work() {
    while queue.state == .handling {
      if let step = steps.popLast() {
        perform(step)
      } else {
        if queue.isBlocked { releaseSettledBlockers() }
        guard let message = queue.next() else { return }
        handle(message)
      }
    }
  }

  func perform(_ step: Step) {
    switch step {
    case .interpret(let program, let frame, let node):
      interpret(program, frame: frame, node: node)
    case .end(let frame, let node, let action, let launcher):
      current.action = action
      current.launcher = launcher
      end(frame, node: node)
    case .endEffect(let run):
      follow(run)
      end(run.frame, node: run.node)
    case .elements(let elements, let run):
      forward(elements, of: run)
    case .endElements(let run):
      endElements(of: run)
    case .complete(let run):
      complete(run)
    case .finish(let run):
      table.finish(run)
    case .release(let node):
      table.release(node)
    case .endSubscription(let subscription):
      subscription.cancel()
    case .block(let node):
      block(until: node)
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
      follow(sent.origin)
      steps.append(.release(sent.node))
      // On a cancelled node nothing of it starts.
      if !table.isCancelled(sent.node) { steps.append(.interpret(sent.content, frame: nil, node: sent.node)) }
    case .completed(let run):
      steps.append(.complete(run))
      if let buffer = run.buffer { steps.append(.elements(buffer.take()[...], run)) }
    case .elements(let run):
      takeElements(of: run)
    case .start:
      startIfDue()
    }
  }

  /// What comes next is caused by nothing that was handled before.
  func beginRoot() {
    current = Handling()
    #if DEBUG
    turnCount &+= 1
    #endif
  }

  /// The chain of what is handled now; made when something follows from it.
  var currentChain: ActionChain {
    if let chain = current.chain { return chain }
    let chain = ActionChain(
      limit: table.chainLimit,
      effectCount: current.chainLength,
      location: current.location.known
    )
    current.chain = chain
    return chain
  }

  // MARK: Actions

  /// Handles an action, and has the program run that the handler returns.
  ///
  /// Every action comes here, but those of the short way of ``send(_:at:)``.
  @discardableResult
  func handle(_ action: AnyAction, from origin: Origin, at position: Position) -> SendHandle {
    guard begins(action, from: origin), !isStopped else {
      tellDropped(action, from: origin)
      return SendHandle()
    }
    // Of an emitted action, the one that is handled until now.
    let cause = cause(of: origin)
    current.action = 0
    if isObserved, table.hub.isActive {
      actionCount += 1
      current.action = actionCount
      showOutsideState()
    }
    guard let suspendingHandler else {
      let program = handler(action)
      didHandle(action, cause: cause, at: origin.location)
      return run(program, of: action, at: position)
    }
    return call(suspendingHandler, with: action, cause: cause, location: origin.location, at: position)
  }

  /// Handles an action, unless the effect that sent it or its own node was cancelled.
  @discardableResult
  func handleUnlessCancelled(_ action: AnyAction, from origin: Origin, node: SlotKey = .none) -> SendHandle {
    if !node.isNone { table.noteTaken(node) }
    var position = position(of: origin)
    if !node.isNone || (queue.isSequential && origin.effect == nil) {
      let node = node.isNone ? openNode(at: position) : node
      position = .node(node)
      if origin.effect == nil, queue.isSequential { steps.append(.block(node)) }
      steps.append(.release(node))
    }
    guard origin.effect?.isCancelled != true, node.isNone || !table.isCancelled(node) else {
      tellDropped(action, from: origin)
      return SendHandle()
    }
    return handle(action, from: origin, at: position)
  }

  /// Where the program of an action runs that is not in the queue.
  func position(of origin: Origin) -> Position {
    guard let effect = origin.effect else { return .root }
    return .child(of: effect.node, isCounted: !effect.traits.isStream)
  }

  func openNode(at position: Position) -> SlotKey {
    switch position {
    case .node(let node): node
    case .child(let parent, let isCounted): table.open(parent: parent, isCounted: isCounted)
    }
  }

  /// Notes where the next action comes from; `false` where it is one too many of a chain.
  func begins(_ action: AnyAction, from origin: Origin) -> Bool {
    switch origin {
    case .effect(let run, let location):
      return follows(run, with: action, at: location)
    case .handler:
      return isWithinLimit(action)
    case .call(_, let chain, _):
      follow(origin)
      return chain == nil || isWithinLimit(action)
    }
  }

  /// Notes which call the next action or program comes from.
  func follow(_ call: Origin) {
    guard case .call(let cause, let chain, let location) = call else { return }
    current.chain = chain
    current.chainLength = chain?.effectCount ?? 0
    current.location = location.known ?? chain?.location ?? .unknown
    if case .action(let id) = cause { current.action = id.rawValue }
  }

  /// Tells the listeners of an action that was handled.
  func didHandle(_ action: AnyAction, cause: EventCause?, at location: CallSite) {
    if current.action != 0 {
      table.hub.tell(.actionHandled(action, ActionID(rawValue: current.action)), cause: cause, location: location)
      showState(after: action, cause: cause, location: location)
    }
    tellSubscribers(action)
    if !pendingReports.isEmpty { reportPending(at: location) }
  }

  /// The action that is handled, as what follows from it has it.
  var handlerCause: EventCause? { handledAction.map(EventCause.action) }

  /// The number of the action that is handled; `nil` where nobody is told of it.
  var handledAction: ActionID? {
    current.action == 0 ? nil : ActionID(rawValue: current.action)
  }

  func cause(of origin: Origin) -> EventCause? {
    switch origin {
    case .call(let cause, _, _): cause
    case .effect(let run, _): .effect(run.token)
    case .handler: handlerCause
    }
  }

  func tellDropped(_ action: AnyAction, from origin: Origin) {
    if isObserved {
      table.hub.tell(.actionDropped(action), cause: cause(of: origin), location: origin.location)
    }
  }

  // MARK: Programs

  /// Has the program of an action run.
  func run(_ program: Program, of action: AnyAction, at position: Position) -> SendHandle {
    guard !program.isNone else { return handle(at: position) }
    current.launcher = action
    return run(program, at: position)
  }

  /// Has a program run that an action returned, or none.
  ///
  /// A single effect starts under a node that is opened with it.
  func run(_ program: Program, at position: Position) -> SendHandle {
    if case .child(let parent, let isCounted) = position, case .operation(let operation) = program {
      return startAlone(operation, parent: parent, isCounted: isCounted)
    }
    let node = openNode(at: position)
    if case .child = position { steps.append(.release(node)) }
    steps.append(.interpret(program, frame: nil, node: node))
    return SendHandle(table: table, node: node)
  }

  func handle(at position: Position) -> SendHandle {
    if case .node(let node) = position { SendHandle(table: table, node: node) } else { SendHandle() }
  }

  // MARK: Chains

  /// Counts an action that another one has caused; `false` where there were too many.
  func isWithinLimit(_ action: AnyAction) -> Bool {
    let chain = currentChain
    switch chain.add(action) {
    case .handle:
      return true
    case .stop:
      let actions = chain.recentActions.map { RepeatedActions.words(for: $0) }
      let cycle = RepeatedActions.cycle(in: actions)
      report(
        .runawayChain(last: actions, cycle: cycle),
        """
        One action has caused \(table.chainLimit) others without a pause.

        \(RepeatedActions.sentence(cycle, actions)) What was still to come of it was dropped; the store goes on.

        Let a handler stop emitting or sending at some state, or raise 'StoreOptions.chainLimit' if the chain is meant \
        to be that long.
        """,
        at: chain.location
      )
      return false
    case .drop:
      return false
    }
  }

  /// Notes that an effect's action is handled next; `false` where it is one too many of effects that feed themselves.
  func follows(_ run: EffectRun, with action: AnyAction, at location: CallSite) -> Bool {
    current = Handling()
    // What it returns is sent from nowhere: the place is that of the send which led to it.
    current.location = location.known ?? run.source.location
    let limit = table.chainLimit
    current.chainLength = run.life.hasSuspended ? 0 : run.source.chainLength &+ 1
    guard run.life.isExamined, current.chainLength > 0 else { return true }
    let isNear = current.chainLength > limit + 1 - ActionChain.reportedCount
    let recentEffects = isNear ? run.source.recentActions + [action] : []
    current.chain = ActionChain(
      limit: limit,
      effectCount: current.chainLength,
      recentEffects: recentEffects,
      location: current.location.known
    )
    guard current.chainLength > limit else { return true }
    let actions = recentEffects.map { RepeatedActions.words(for: $0) }
    let cycle = RepeatedActions.cycle(in: actions)
    report(
      .runawayEffects(last: actions, cycle: cycle),
      """
      \(limit) effects in a row were each launched by the action of the one before, and none of them ever suspended.

      \(RepeatedActions.sentence(cycle, actions)) The last action was dropped; the store goes on.

      Let an effect wait for something, such as a clock, let a handler stop launching at some state, or raise \
      'StoreOptions.chainLimit' if the chain is meant to be that long.
      """,
      at: current.location.known
    )
    return false
  }
}
