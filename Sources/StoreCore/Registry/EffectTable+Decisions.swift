// A decision is made and noted under the lock, and carried out after it.
extension EffectTable {
  /// Makes a decision and carries it out; with `isDetaching`, answers to a cancel are dropped.
  func change(detaching isDetaching: Bool = false, _ decide: (inout Machine) -> Machine.Changes) {
    let changes = withMachine { machine in
      let changes = decide(&machine)
      if isDetaching {
        for cancelled in changes.cancelled { cancelled.run.state.withLock { $0.answer = .dropped } }
      }
      note(changes)
      return changes
    }
    carryOut(changes)
  }

  /// Notes a decision under the lock: records its events, and marks what it took out as cancelled.
  func note(_ changes: Machine.Changes) {
    note(changes.cancelled)
    noteStarts(changes)
  }

  /// Notes the part of a decision that follows from the cancels in it, or from a launch.
  func noteStarts(_ changes: Machine.Changes) {
    for run in changes.started { hub.leave(.effectStarted(run.info), cause: run.cause) }
  }

  func note(_ cancelled: [Machine.Cancelled]) {
    guard !cancelled.isEmpty else { return }
    // The events come first: a task that ends meanwhile reports that it has drained.
    for cancelled in cancelled {
      hub.leave(.effectEnded(cancelled.run.info, cancelled.outcome), cause: cancelled.run.cause)
      guard case .refused(let reason) = cancelled.outcome else { continue }
      cancelled.run.state.withLock { $0.answer = .toRefusal }
      noteRefusal(Refusal(reason, of: cancelled.run.info.id), at: cancelled.node)
    }
    // Both under this lock, so that a task that finds itself cancelled also finds itself among those that drain.
    draining.withLock { draining in
      for cancelled in cancelled {
        cancelled.run.noteCancel(draining: cancelled.hasBegun ? draining.insert(cancelled.run) : .none)
      }
    }
  }

  func carryOut(_ changes: Machine.Changes) {
    // Outside the lock: cancellation handlers are user code and may call back.
    for cancelled in changes.cancelled { cancel(cancelled.run) }
    for run in changes.started { run.begin() }
    finish(changes.finished)
    waitWatch?.noteChange()
    // Last: an observer may send, and has to find cancelled what was cancelled.
    hub.flush()
    for run in changes.beforeTurn {
      report(.policyOfWaitCycle, name: run.id, at: run.origin.location.known)
    }
  }

  private func cancel(_ run: EffectRun) {
    run.cancel()
    letGoIfEnded(run)
    // No message may be on its way to the store: a waiting `settle()` checks again.
    run.mailbox.tellWatcher()
  }

  func finish(_ waiters: [Waiter]) {
    for waiter in waiters { waiter.finish() }
  }
}
