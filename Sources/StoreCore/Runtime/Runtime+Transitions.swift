import Synchronization

extension Runtime {
  /// Handles an action whose handle somebody may hold.
  @usableFromInline
  func handleQueued(_ action: Action, node: SlotKey) {
    guard !table.isCancelled(node) else {
      table.observer?.receive(.actionDropped(action, sender: nil))
      table.release(node)
      return
    }
    let program = transition(action)
    if !program.isNone {
      interpret(program, node: node)
    }
    table.release(node)
  }

  /// Runs a program that was launched while an action was handled.
  ///
  /// On a cancelled node nothing of it starts.
  @usableFromInline
  func runQueued(_ program: EffectProgram<Action>, node: SlotKey) {
    if !table.isCancelled(node) {
      interpret(program, node: node)
    }
    table.release(node)
  }

  /// Handles an action that an effect sent, or one that is listened to.
  @usableFromInline
  func handle(_ letter: ActionLetter<Action>) {
    let sender = letter.sender
    if let sender, sender.isCancelled || table.isCancelled(letter.node) {
      table.observer?.receive(.actionDropped(letter.action, sender: sender.info))
      table.release(letter.node)
      return
    }
    let program = transition(letter.action)
    if letter.node.isNone {
      if !program.isNone {
        _ = run(program, parent: sender?.node ?? .none, isCounted: sender?.traits.isStream == false)
      }
    } else {
      interpret(program, node: letter.node)
      table.release(letter.node)
    }
  }

  /// Applies an action to the state and tells the listeners.
  func transition(_ action: Action) -> EffectProgram<Action> {
    let program = handler(action)
    tellListeners(action)
    return program
  }

  func tellListeners(_ action: Action) {
    guard let tap else { return }
    tap.handled(action)
    if tap.isUnused {
      // Back to the short way of `send`.
      self.tap = nil
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
        if let observer = table.observer, let action = run.action {
          observer.receive(.actionDropped(action, sender: run.info))
        }
        table.drained(run)
      }
      landCancelled(run)
      return
    }
    if let error = run.error {
      table.observer?.receive(.effectEnded(run.info, .failed(error)))
      fail(error, of: run)
    } else {
      table.observer?.receive(.effectEnded(run.info, .finished))
      if let action = run.action {
        handleChild(action, of: run)
      }
    }
    end(run)
  }

  private func landCancelled(_ run: EffectRun<Action>) {
    guard run.traits.landsLate else { return }
    if let action = run.launch.onCancel?() {
      // What answers a cancel is not itself cancelled with the tree.
      let parent = table.isCancelled(run.node) ? SlotKey.none : run.node
      let program = transition(action)
      if !program.isNone {
        _ = self.run(program, parent: parent, isCounted: true)
      }
    }
    end(run)
  }

  private func handleChild(_ action: Action, of run: EffectRun<Action>) {
    let program = transition(action)
    if !program.isNone {
      _ = self.run(program, parent: run.node, isCounted: !run.traits.isStream)
    }
  }

  /// Goes on with what is left of the run's program, and lets those who wait for it go.
  private func end(_ run: EffectRun<Action>) {
    agenda.append(.end(frame: run.frame))
    workOff(node: run.node)
    table.finish(run)
  }

  private func fail(_ error: any Error, of run: EffectRun<Action>) {
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
        table.observer?.receive(.actionDropped(action, sender: run.info))
      } else {
        handleChild(action, of: run)
      }
    }
  }
}
