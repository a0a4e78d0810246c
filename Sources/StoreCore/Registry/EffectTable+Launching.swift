extension EffectTable {
  /// Registers a run, and cancels those that make place for it.
  ///
  /// - Returns: whether it begins now; else it waits, or is refused.
  package func admit(
    _ run: any AnyEffectRun,
    policy: LaunchPolicy,
    throttle: Throttle?,
    group: SlotKey = .none
  ) -> Launching {
    let admission = withMachine { machine in
      let admission = machine.admit(
        run,
        id: run.id,
        policy: policy,
        edges: throttle?.edges,
        node: run.node,
        traits: run.traits,
        scope: run.scope,
        group: group
      )
      note(admission, of: run)
      return admission
    }
    noteScope(of: run)
    return carryOut(admission, of: run, throttle)
  }

  /// Registers the only run of an action whose handling is over, under a node of its own.
  @usableFromInline
  package func admitAlone(
    _ run: any AnyEffectRun,
    policy: LaunchPolicy,
    throttle: Throttle?,
    parent: SlotKey,
    isCounted: Bool
  ) -> Launching {
    let admission = withMachine { machine in
      let admission = machine.admitAlone(
        run,
        id: run.id,
        policy: policy,
        edges: throttle?.edges,
        parent: parent,
        isCounted: isCounted,
        traits: run.traits,
        scope: run.scope
      )
      note(admission, of: run)
      return admission
    }
    noteScope(of: run)
    return carryOut(admission, of: run, throttle)
  }

  /// Notes what was decided about a launch, under the lock: others may find, begin and cancel the run afterwards.
  private func note(_ admission: StateMachine<any AnyEffectRun, Waiter>.Admission, of run: any AnyEffectRun) {
    switch admission {
    case .admitted(let admitted):
      run.life.register(key: admitted.key, node: admitted.node)
      note(admitted.changes, outcome: .replaced)
      guard hub.isActive else { return }
      hub.leave(admitted.begins ? .effectStarted(run.info) : .effectQueued(run.info), cause: run.cause)
    case .refused(let reason?):
      guard hub.isActive else { return }
      hub.leave(.effectRefused(run.info, reason), cause: run.cause)
    case .refused(nil):
      break
    }
  }

  private func carryOut(
    _ admission: StateMachine<any AnyEffectRun, Waiter>.Admission,
    of run: any AnyEffectRun,
    _ throttle: Throttle?
  ) -> Launching {
    switch admission {
    case .admitted(let admitted):
      noteLaunch(of: run)
      #if DEBUG
      run.reportIfDuplicate(of: admitted.changes.first?.run)
      #endif
      carryOut(admitted.changes)
      if admitted.isBeforeTurn { reportRing(of: run) }
      if admitted.opensWindow, let throttle, let id = run.id {
        timers.open(id, throttle, in: self)
      }
      return admitted.begins ? .begins : .waits
    case .refused:
      hub.flush()
      return .refused
    }
  }

  /// Reports that a run begins before its turn.
  private func reportRing(of run: any AnyEffectRun) {
    let misuse = ModifierMisuse.policyOfRing
    report(.ignoredModifier(misuse.modifier), misuse.message(name: run.id), at: run.location.known)
  }

  /// Ends a throttle's window, and tells what to wait for until the next one ends, if there is one.
  func endWindow(of id: EffectID) -> Throttle? {
    let end = withMachine { machine in
      let end = machine.endWindow(of: id)
      note(end.changes, outcome: end.refusal.map { .refused($0) } ?? .replaced)
      return end
    }
    carryOut(end.changes)
    if end.isBeforeTurn, let run = end.next { reportRing(of: run) }
    return end.next?.throttle
  }
}
