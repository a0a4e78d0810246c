import Synchronization

// The decisions that something follows from pass one gate: each is made and noted under the lock, and carried out after
// it.
extension EffectTable {
  /// Makes a decision and carries it out; `ender` says, if observers have to know, what ends the runs that it takes out.
  @discardableResult
  func change(
    by ender: @autoclosure () -> EffectEnder? = nil,
    _ decide: (inout Machine) -> Machine.Changes
  ) -> Machine.Changes {
    let changes = machine.withLock { machine in
      let changes = decide(&machine)
      if machine.containers.hasScopes { mayHaveScopes.store(true, ordering: .relaxed) }
      var details: EventDetails?
      if !changes.cancelled.isEmpty, hub.isActive {
        details = (replacement(in: changes) ?? ender()).map { EventDetails(ender: $0) }
      }
      note(changes, details)
      return changes
    }
    carryOut(changes)
    return changes
  }

  /// Notes a decision under the lock: records its events, and marks what it took out as cancelled.
  ///
  /// Other threads may find, begin and cancel the runs afterwards.
  private func note(_ changes: Machine.Changes, _ ender: EventDetails?) {
    // The events come first: a task that ends meanwhile reports that it has drained.
    for cancelled in changes.cancelled {
      hub.leave(
        .effectEnded(cancelled.run.info, cancelled.outcome),
        of: cancelled.run,
        endedBy: cancelled.outcome.isRefusal ? nil : ender
      )
      if changes.dropsAnswers { cancelled.run.state.withLock { $0.answer = .dropped } }
      guard case .refused(let reason) = cancelled.outcome else { continue }
      cancelled.run.state.withLock { $0.answer = .toRefusal }
      noteRefusal(Refusal(reason, of: cancelled.run.info.id), at: cancelled.node)
    }
    if !changes.cancelled.isEmpty {
      // Both under this lock, so that a task that finds itself cancelled also finds itself among those that drain.
      draining.withLock { draining in
        for cancelled in changes.cancelled {
          cancelled.run.noteCancel(draining: cancelled.hasBegun ? draining.insert(cancelled.run) : .none)
        }
      }
    }
    if let (run, admission) = changes.launch {
      switch admission {
      case .begins(let key, let node):
        run.register(key: key, node: node)
        hub.leave(.effectStarted(run.info), of: run)
      case .waits(let key, let node):
        run.register(key: key, node: node)
        hub.leave(.effectQueued(run.info), of: run)
      case .refused(let refusal):
        // By the name that has refused it, which may be another one than the one by which it would run.
        hub.leave(.effectRefused(run.info.known(as: refusal.id), refusal.reason), of: run)
      }
    }
    for run in changes.started { hub.leave(.effectStarted(run.info), of: run) }
  }

  /// The ender of runs that another run replaces, which is launched or whose throttle lets it begin.
  private func replacement(in changes: Machine.Changes) -> EffectEnder? {
    (changes.launch?.run ?? changes.windowOpener).map { run in
      let (launch, place) = (run.origin, run.origin.location.known)
      let caller = Caller(cause: launch.cause, origin: launch.launchDetails?.origin, at: place)
      return EffectEnder(.replacement(run.token), by: caller)
    }
  }

  private func carryOut(_ changes: Machine.Changes) {
    // Outside the lock: cancellation handlers are user code and may call back.
    for cancelled in changes.cancelled { cancelled.run.cancel() }
    // No message may be on its way to the store: a waiting `settle()` checks again.
    changes.cancelled.first?.run.mailbox.tellWatcher()
    for run in changes.started { run.begin() }
    for waiter in changes.finished { waiter.finish() }
    waitWatch?.noteChange()
    // Behind these: an observer may send, and has to find cancelled what was cancelled.
    hub.flush()
    for run in changes.beforeTurn {
      report(.policyOfWaitCycle, name: run.id, at: run.origin.location.known)
    }
    guard let (run, admission) = changes.launch else { return }
    #if DEBUG
    if !admission.isRefusal { releaseWatch.noteWork(at: run.origin.location) }
    #endif
    if let throttle = changes.windowOpener?.operation.throttle, let id = run.id { openWindow(of: id, throttle) }
    if case .begins = admission { run.begin() }
  }
}

extension ObserverHub {
  /// Adds an event of an effect, which waits, and returns it; ``flush()`` has to follow.
  @discardableResult
  func leave(
    _ kind: @autoclosure () -> RuntimeEvent.Kind,
    of run: EffectRun,
    endedBy ender: EventDetails? = nil
  ) -> RuntimeEvent? {
    leave(kind(), cause: run.origin.cause, details: EventDetails.merged(run.origin.launchDetails, ender))
  }
}
