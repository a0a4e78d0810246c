extension RuntimeCore {
  // MARK: The ends of effects

  /// Handles the end of an effect, whose elements were handled.
  func complete(_ run: EffectRun) {
    let isDraining = run.life.isDraining
    // Before anybody is told of the end: who sends then does it because of the run, not of what was handled before.
    follow(run)
    guard table.complete(run) else {
      if !isDraining {
        if case .action(let action) = run.outcome { run.tellDropped(action) }
        table.drained(run)
      }
      return completeCancelled(run)
    }
    if table.hub.isActive { showState(after: run) }
    appendEnd(of: run)
    switch run.outcome {
    case .error(let error):
      fail(error, of: run)
    case .action(let action):
      FrameMachine.finish(in: run.frame)
      handle(action, from: .effect(run, at: .unknown), at: position(of: .effect(run, at: .unknown)))
    case .nothing:
      FrameMachine.finish(in: run.frame)
    }
  }

  /// Handles the answer to the cancel of an effect, and what follows the effect.
  func completeCancelled(_ run: EffectRun) {
    guard run.traits.continuesOnMainActor else { return }
    appendEnd(of: run)
    guard let action = run.launch.onCancel?() else { return }
    guard !run.life.isDetached, run.scope.map({ isPresent?($0) != false }) ?? true else {
      return run.tellDropped(action)
    }
    // What answers a cancel is not itself cancelled with the tree.
    let parent = table.isCancelled(run.node) ? SlotKey.none : run.node
    handle(action, from: .effect(run, at: .unknown), at: .child(of: parent, isCounted: true))
  }

  /// Has what is left of the run's program follow, and those go on that wait for it.
  func appendEnd(of run: EffectRun) {
    steps.append(.finish(run))
    steps.append(.endEffect(run))
  }

  func fail(_ error: any Error, of run: EffectRun) {
    switch FrameMachine.fail(error, in: run.frame) {
    case .handle(let program, let frame, let abandoned):
      steps.append(.interpret(program, frame: frame, node: run.node))
      release(run.node, times: abandoned)
    case .uncaught(let abandoned):
      release(run.node, times: abandoned)
      report(error, of: run)
    }
  }

  /// What comes next belongs to the action that launched the run, as the run did.
  func follow(_ run: EffectRun) {
    current = Handling(
      action: run.source.action,
      launcher: run.source.launcher,
      location: run.source.location,
      chainLength: run.life.hasSuspended ? 0 : run.source.chainLength
    )
  }

  // MARK: Streams

  /// Handles the elements that a stream's buffer has.
  func takeElements(of run: EffectRun) {
    guard let elements = run.buffer?.take(), !elements.isEmpty else { return }
    handledCount += elements.count - 1
    steps.append(.endElements(run))
    forward(elements[...], of: run)
  }

  func forward(_ elements: ArraySlice<AnyAction>, of run: EffectRun) {
    let depth = steps.count
    for (index, action) in zip(elements.indices, elements) {
      handleUnlessCancelled(action, from: .effect(run, at: .unknown))
      // What came of it is done first.
      if queue.state != .handling || steps.count > depth {
        if index + 1 < elements.endIndex { steps.insert(.elements(elements[(index + 1)...], run), at: depth) }
        return
      }
    }
  }

  func endElements(of run: EffectRun) {
    if run.buffer?.finishBatch() == true {
      // A turn of the main actor later: elements that come meanwhile wake nobody.
      nextTurn.append(.elements(run))
    }
  }
}
