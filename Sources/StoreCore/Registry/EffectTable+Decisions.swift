// A decision is taken and noted under the lock, and carried out after it.
extension EffectTable {
  /// Takes a decision and carries it out; `isDetaching` tells that nobody is there to get an answer to a cancel.
  func change(detaching isDetaching: Bool = false, _ decide: (inout Machine) -> Machine.Changes) {
    let changes = withMachine { machine in
      let changes = decide(&machine)
      if isDetaching {
        for cancelled in changes.cancelled { cancelled.run.state.withLock { $0.answerIsDropped = true } }
      }
      note(changes)
      return changes
    }
    carryOut(changes)
  }

  /// Notes a decision under the lock: leaves its events, and marks what it took out as cancelled.
  func note(_ changes: Machine.Changes) {
    // The events first: a task that ends meanwhile tells that it has drained.
    for cancelled in changes.cancelled {
      hub.leave(.effectEnded(cancelled.run.info, cancelled.outcome), cause: cancelled.run.cause)
    }
    for run in changes.started { hub.leave(.effectStarted(run.info), cause: run.cause) }
    guard !changes.cancelled.isEmpty else { return }
    // First, so that a task that finds itself cancelled finds itself here.
    draining.withLock { draining in
      for cancelled in changes.cancelled where cancelled.hasBegun { draining[cancelled.run.token] = cancelled.run }
    }
    for cancelled in changes.cancelled { cancelled.run.noteCancel() }
  }

  func carryOut(_ changes: Machine.Changes) {
    // Outside of the lock: cancellation handlers are users' code and may call back.
    for cancelled in changes.cancelled { cancel(cancelled.run) }
    for run in changes.started { run.begin() }
    finish(changes.finished)
    // Last: an observer may send, and what was cancelled is to be so then.
    hub.flush()
    for run in changes.beforeTurn {
      report(.policyOfWaitCycle, name: run.id, at: run.source.location.known)
    }
  }

  private func cancel(_ run: EffectRun) {
    run.cancel()
    letGoIfEnded(run)
    // Nothing may be on its way to the store: who settles looks again.
    run.mailbox.tellWatcher()
  }

  func finish(_ waiters: [Waiter]) {
    for waiter in waiters { waiter.finish() }
  }
}
