import Synchronization

extension Runtime {
  /// Handles an action whose handle somebody may hold.
  @usableFromInline
  func handleQueued(_ action: Action, node: SlotKey, _ trace: Trace, _ source: ActionSource) {
    continueTrace(trace)
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
    continueTrace(trace)
    if !table.isCancelled(node) {
      currentAction = source.action
      interpret(program, node: node)
    }
    table.release(node)
  }

  private func continueTrace(_ trace: Trace) {
    self.trace = trace
    links = trace.links
  }

  /// Handles an action that an effect sent, or one that is listened to.
  @usableFromInline
  func handle(_ letter: ActionLetter<Action>) {
    let sender = letter.sender
    let location = letter.location?.location
    let source = ActionSource(effect: sender?.token, location: letter.location)
    var isDropped = table.isCancelled(letter.node)
    if let sender {
      isDropped = isDropped || sender.isCancelled || !follow(sender, with: letter.action, at: location)
    } else {
      beginRoot()
      rootLocation = location
    }
    guard !isDropped else {
      tellDropped(letter.action, source)
      table.release(letter.node)
      return
    }
    let program = transition(letter.action, source)
    if letter.node.isNone {
      if !program.isNone {
        _ = run(program, parent: sender?.node ?? .none, isCounted: sender?.traits.isStream == false)
      }
    } else {
      interpret(program, node: letter.node)
      table.release(letter.node)
    }
  }

  /// Applies an action to the state and tells those who listen.
  func transition(_ action: Action, _ source: ActionSource) -> EffectProgram<Action> {
    guard isHeard else { return handler(action) }
    willHandle()
    let program = handler(action)
    didHandle(action, cause: source.cause, location: source.location?.location)
    return program
  }

  func tellDropped(_ action: Action, _ source: ActionSource) {
    if table.hub.isActive {
      table.hub.tell(.actionDropped(action), cause: source.cause, location: source.location?.location)
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
      forward(buffer.take(), of: run)
    }
    let isEnded = run.phase.load(ordering: .acquiring) != .cancelled
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
    } else if let action = run.result {
      handleChild(action, of: run)
    }
    end(run)
  }

  private func landCancelled(_ run: EffectRun<Action>) {
    guard run.traits.landsLate else { return }
    if let action = run.launch.onCancel?() {
      if follow(run, with: action) {
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
    end(run)
  }

  private func handleChild(_ action: Action, of run: EffectRun<Action>) {
    guard follow(run, with: action) else { return run.tellDropped(action) }
    let program = transition(action, ActionSource(effect: run.token))
    if !program.isNone {
      _ = self.run(program, parent: run.node, isCounted: !run.traits.isStream)
    }
  }

  /// Goes on with what is left of the run's program, and lets those who wait for it go.
  private func end(_ run: EffectRun<Action>) {
    resume(run)
    agenda.append(.end(frame: run.frame))
    workOff(node: run.node)
    table.finish(run)
  }

  private func fail(_ error: any Error, of run: EffectRun<Action>) {
    resume(run)
    switch FrameMachine.fail(error, in: run.frame) {
    case .handle(let program, let frame, let abandoned):
      agenda.append(.interpret(program, frame: frame))
      release(run.node, times: abandoned)
    case .uncaught(let abandoned):
      release(run.node, times: abandoned)
      table.options.report(error, from: run.info)
    }
    workOff(node: run.node)
  }

  /// What comes next belongs to the action that launched the run, as the run did.
  private func resume(_ run: EffectRun<Action>) {
    beginRoot()
    links = run.hasSuspended ? 0 : run.links
    currentAction = run.action
  }

  // MARK: Streams

  /// Handles the elements that a stream's buffer has.
  @usableFromInline
  func forward(_ letter: Letter) {
    // A letter that is neither an action nor a run; it is made for this mailbox's type of action and no other.
    let letter = unsafeDowncast(letter, to: StreamLetter<Action>.self)
    let batch = letter.buffer.take()
    guard !batch.isEmpty else { return }
    forward(batch, of: letter.run)
    if letter.buffer.finishBatch() {
      // A turn of the main actor later: elements that come meanwhile wake nobody.
      returning.append(letter)
    }
  }

  private func forward(_ batch: [Action], of run: EffectRun<Action>) {
    for action in batch {
      // Asked for each: an action may cancel the very stream it came from.
      if run.isCancelled {
        run.tellDropped(action)
      } else {
        handleChild(action, of: run)
      }
    }
  }
}
