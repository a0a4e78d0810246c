import Synchronization

extension Runtime {
  /// Handles an action whose handle somebody may hold.
  @usableFromInline
  func handleQueued(_ action: Action, node: SlotKey, _ trace: Trace, _ source: ActionSource) {
    continueTrace(trace, from: source)
    if table.isCancelled(node) || (source.isCaused && !allows(action)) {
      tellDropped(action, source)
    } else {
      let program = transition(action, source)
      if !program.isNone {
        interpret(program, node: node)
      }
    }
    table.release(node)
  }

  /// Runs a program that was launched while an action was handled.
  ///
  /// On a cancelled node nothing of it starts.
  @usableFromInline
  func runQueued(_ program: EffectProgram<Action>, node: SlotKey, _ trace: Trace, _ source: ActionSource) {
    continueTrace(trace, from: source)
    if !table.isCancelled(node) {
      currentAction = source.action
      interpret(program, node: node)
    }
    table.release(node)
  }

  private func continueTrace(_ trace: Trace, from source: ActionSource) {
    self.trace = trace
    links = trace.links
    currentAction = 0
    launcher = nil
    rootLocation = source.location.known ?? trace.location ?? .unknown
  }

  /// Handles a letter for which there is no shorter way.
  @usableFromInline
  func handle(_ letter: Letter) {
    beginRoot()
    switch letter.kind {
    case .action:
      // A letter of this kind is made for this mailbox's type of action and no other.
      handleHeard(unsafeDowncast(letter, to: ActionLetter<Action>.self).action)
    case .sent:
      // As above.
      let letter = unsafeDowncast(letter, to: SentLetter<Action>.self)
      handle(letter, ActionSource(effect: letter.sender?.token, location: letter.location))
    case .run:
      // As above.
      let run = unsafeDowncast(letter, to: EffectRun<Action>.self)
      // The short way does not stop where a handler suspends.
      turnstile == nil ? land(run) : landSlowly(run)
    case .stream:
      // As above.
      forward(unsafeDowncast(letter, to: StreamLetter<Action>.self))
    }
  }

  /// Handles an action of which nothing is known, and tells of it.
  @usableFromInline
  func handleHeard(_ action: Action) {
    _ = handle(action, from: nil, ActionSource())
  }

  private func handle(_ letter: SentLetter<Action>, _ source: ActionSource) {
    let sender = letter.sender
    guard !letter.node.isNone else {
      _ = handle(letter.action, from: sender, source)
      return
    }
    if table.isCancelled(letter.node) || !begins(letter.action, from: sender, source) {
      tellDropped(letter.action, source)
    } else {
      interpret(transition(letter.action, source), node: letter.node)
    }
    table.release(letter.node)
  }

  /// Handles an action of an effect, or from outside.
  private func handle(_ action: Action, from sender: EffectRunCore?, _ source: ActionSource) -> SendHandle {
    guard begins(action, from: sender, source) else {
      tellDropped(action, source)
      return SendHandle()
    }
    let program = transition(action, source)
    guard !program.isNone else { return SendHandle() }
    return run(program, parent: sender?.node ?? .none, isCounted: sender?.traits.isStream == false)
  }

  /// Notes where the next action comes from; `false` where its sender was cancelled, or its chain is too long.
  private func begins(_ action: Action, from sender: EffectRunCore?, _ source: ActionSource) -> Bool {
    guard let sender else {
      rootLocation = source.location
      return true
    }
    return !sender.isCancelled && follow(sender, with: action, at: source.location)
  }

  /// Handles an action of a running effect: at once on an idle store, else behind what is queued.
  func send(_ action: Action, from run: EffectRunCore, at location: CallSite) -> SendHandle {
    guard turnstile == nil, !isBusy else {
      let node = table.open(parent: run.node, isCounted: true)
      queue(SentLetter(action, sender: run, node: node, location: location))
      return SendHandle(table: table, node: node)
    }
    takeLetters()
    isBusy = true
    // Those before it, which may cancel the effect.
    work()
    let handle = handle(action, from: run, ActionSource(effect: run.token, location: location))
    work()
    endTurn()
    return handle
  }

  private func queue(_ letter: SentLetter<Action>) {
    if let turnstile {
      take(letter, through: turnstile)
    } else {
      takeLetters()
      queue.append(.letter(letter))
    }
  }

  /// Applies an action to the state and tells those who listen.
  ///
  /// A store that is stopped drops it.
  func transition(_ action: Action, _ source: ActionSource) -> EffectProgram<Action> {
    guard !isStopped else {
      tellDropped(action, source)
      return .none
    }
    if isHeard { willHandle() }
    let program = handler(action)
    if !program.isNone { launcher = action }
    // Asked anew: the handler may have something to report.
    if isHeard { didHandle(action, cause: source.cause, location: source.location) }
    return program
  }

  func tellDropped(_ action: Action, _ source: ActionSource) {
    if table.hub.isActive {
      table.hub.tell(.actionDropped(action), cause: source.cause, location: source.location)
    }
  }

  @usableFromInline
  func runComposite(_ program: EffectProgram<Action>, parent: SlotKey, isCounted: Bool) -> SendHandle {
    let node = table.open(parent: parent, isCounted: isCounted)
    interpret(program, node: node)
    table.release(node)
    return SendHandle(table: table, node: node)
  }

  // MARK: The ends of effects

  /// Handles the end of an effect that has more to it than an action.
  @usableFromInline
  func landSlowly(_ run: EffectRun<Action>) {
    if let buffer = run.buffer {
      forward(buffer.take()[...], of: run)
    }
    afterwards(.land(run))
  }

  /// Handles the end of an effect whose elements were handled.
  func landRest(of run: EffectRun<Action>) {
    let isEnded = run.phase.load(ordering: .acquiring) != .cancelled
    // Before anybody is told of the end: who sends then does it because of the run, not of what was handled before.
    resume(run)
    guard table.land(run) else {
      if isEnded {
        if let action = run.result {
          run.tellDropped(action)
        }
        table.drained(run)
      }
      landCancelled(run)
      return
    }
    if let error = run.error {
      fail(error, of: run)
    } else {
      FrameMachine.finish(in: run.frame)
      if let action = run.result {
        handleChild(action, of: run)
      }
    }
    afterwards(.end(run))
  }

  private func landCancelled(_ run: EffectRun<Action>) {
    guard run.traits.landsLate else { return }
    if let action = run.launch.onCancel?() {
      let isAnswered = !run.isOrphan && run.scope.map { isPresent?($0) != false } ?? true
      if isAnswered, follow(run, with: action) {
        // What answers a cancel is not itself cancelled with the tree.
        let parent = table.isCancelled(run.node) ? SlotKey.none : run.node
        let program = transition(action, ActionSource(effect: run.token))
        if !program.isNone {
          _ = self.run(program, parent: parent, isCounted: true)
        }
      } else {
        run.tellDropped(action)
      }
    }
    afterwards(.end(run))
  }

  @inlinable
  func handleChild(_ action: Action, of run: EffectRun<Action>) {
    let program: EffectProgram<Action>
    if isHeard || run.isExamined {
      program = transition(action, of: run)
    } else {
      beginRoot()
      links = run.links &+ 1
      program = handler(action)
      if !program.isNone {
        launcher = action
        rootLocation = run.location
      }
    }
    if !program.isNone {
      _ = self.run(program, parent: run.node, isCounted: !run.traits.isStream)
    }
  }

  /// Handles an action that a run has sent, unless it comes at the end of too long a chain.
  @usableFromInline
  func transition(_ action: Action, of run: EffectRun<Action>) -> EffectProgram<Action> {
    guard follow(run, with: action) else {
      run.tellDropped(action)
      return .none
    }
    return transition(action, ActionSource(effect: run.token))
  }

  /// Goes on with what is left of the run's program, and lets those who wait for it go.
  func end(_ run: EffectRun<Action>) {
    resume(run)
    appendEnd(of: run.frame)
    workOff(node: run.node)
    afterwards(.finish(run))
  }

  private func fail(_ error: any Error, of run: EffectRun<Action>) {
    resume(run)
    switch FrameMachine.fail(error, in: run.frame) {
    case .handle(let program, let frame, let abandoned):
      agenda.append(.interpret(program, frame: frame))
      release(run.node, times: abandoned)
    case .uncaught(let abandoned):
      release(run.node, times: abandoned)
      report(error, of: run)
    }
    workOff(node: run.node)
  }

  /// What comes next belongs to the action that launched the run, as the run did.
  private func resume(_ run: EffectRun<Action>) {
    beginRoot()
    links = run.hasSuspended ? 0 : run.links
    currentAction = run.action
    launcher = run.launcher
    rootLocation = run.location
  }

  // MARK: Streams

  /// Handles the elements that a stream's buffer has.
  @inlinable
  func forward(_ letter: StreamLetter<Action>) {
    guard turnstile == nil else { return forwardSlowly(letter) }
    var batch = letter.buffer.take()
    guard !batch.isEmpty else { return }
    found += batch.count
    for action in batch {
      forward(action, of: letter.run)
    }
    if letter.buffer.finish(&batch) {
      // A turn of the main actor later: elements that come meanwhile wake nobody.
      returning.append(letter)
    }
  }

  @inlinable
  func forward(_ action: Action, of run: EffectRun<Action>) {
    // Asked for each: an action may cancel the very stream it came from.
    if run.isCancelled {
      run.tellDropped(action)
    } else {
      handleChild(action, of: run)
    }
  }

  /// Handles elements by a handler that may suspend.
  @usableFromInline
  func forwardSlowly(_ letter: StreamLetter<Action>) {
    let batch = letter.buffer.take()
    guard !batch.isEmpty else { return }
    forward(batch[...], of: letter.run)
    afterwards(.finishBatch(letter))
  }

  func forward(_ batch: ArraySlice<Action>, of run: EffectRun<Action>) {
    for (index, action) in zip(batch.indices, batch) {
      forward(action, of: run)
      if isHandling { return afterwards(.forward(batch[(index + 1)...], run)) }
    }
  }
}
