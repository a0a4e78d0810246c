extension Runtime {
  /// Whether a handler was called that has not returned yet.
  package var isHandling: Bool { turnstile?.suspension != nil }

  /// Notes where in the store the program of a handler goes on that has not returned yet.
  func hold(_ suspension: Suspension<Action>, frame: Frame<Action>?, node: SlotKey) {
    table.retain(node)
    suspension.place = Suspension.Place(
      node: node,
      frame: frame,
      action: currentAction,
      launcher: launcher,
      location: rootLocation.known ?? trace?.location ?? .unknown
    )
    if let task = suspension.task {
      table.beginHandling(node, task)
    }
  }

  /// Goes on with what a handler returned that had suspended.
  func resume(_ suspension: Suspension<Action>) {
    guard let turnstile, let place = suspension.place, let program = suspension.program else { return }
    turnstile.suspension = nil
    turnstile.machine.resume()
    turnstile.base = turnstile.continuations.count
    table.endHandling()
    // The handler's pause ends the chain that led to it: what follows is counted anew.
    beginRoot()
    currentAction = place.action
    launcher = place.launcher
    rootLocation = place.location
    if let event = suspension.event {
      didHandle(event.action, cause: event.cause, location: event.location)
    }
    // On a cancelled node nothing of it starts.
    if table.isCancelled(place.node) {
      appendEnd(of: place.frame)
    } else {
      agenda.append(.interpret(program, frame: place.frame))
    }
    workOff(node: place.node)
    table.release(place.node)
    goOn()
    goThrough()
    endGoing()
    tellWatchers()
  }

  /// Does something now, or once the handler has returned that was called by what was done before.
  func afterwards(_ continuation: Continuation<Action>) {
    if let turnstile, turnstile.suspension != nil {
      turnstile.continuations.insert(continuation, at: turnstile.base)
    } else {
      perform(continuation)
    }
  }

  /// Does what was left to do, until a handler suspends again.
  private func goOn() {
    guard let turnstile else { return }
    while turnstile.suspension == nil, let continuation = turnstile.continuations.popLast() {
      turnstile.base = turnstile.continuations.count
      perform(continuation)
    }
  }

  private func perform(_ continuation: Continuation<Action>) {
    switch continuation {
    case .agenda(let steps, let node):
      // On a cancelled node nothing more of it starts.
      agenda =
        table.isCancelled(node) ? steps.map { $0.withoutStart(action: currentAction, launcher: launcher) } : steps
      workOff(node: node)
    case .end(let run):
      end(run)
    case .finish(let run):
      table.finish(run)
    case .forward(let batch, let run):
      forward(batch, of: run)
    case .finishBatch(let letter):
      if letter.buffer.finishBatch() {
        // A turn of the main actor later: elements that come meanwhile wake nobody.
        returning.append(letter)
      }
    case .land(let run):
      landRest(of: run)
    }
  }
}
