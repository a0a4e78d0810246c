import Atomics

extension EffectTable {
  // MARK: Runs

  /// Registers a run, and cancels those that make place for it.
  ///
  /// - Returns: whether it begins now; else it waits, or is refused.
  package func admit(
    _ run: EffectRun,
    policy: LaunchPolicy,
    from origin: LaunchOrigin,
    group: SlotKey = .none
  ) -> Launching {
    let throttle = run.launch.throttle
    let launch = LaunchRequest(
      run,
      id: run.id,
      policy: policy,
      edges: throttle?.edges,
      from: origin,
      traits: run.traits,
      scope: run.scope,
      group: group
    )
    let admission = withMachine { machine in
      let admission = machine.admit(launch)
      note(admission, of: run)
      return admission
    }
    if run.scope != nil { noteScope() }
    return carryOut(admission, of: run, throttle)
  }

  /// Notes what was decided about a launch, under the lock: others may find, begin and cancel the run afterwards.
  private func note(_ admission: StateMachine<EffectRun, Waiter>.Admission, of run: EffectRun) {
    switch admission {
    case .admitted(let admitted):
      run.life.register(key: admitted.key, node: admitted.node)
      note(admitted.changes)
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
    _ admission: StateMachine<EffectRun, Waiter>.Admission,
    of run: EffectRun,
    _ throttle: Throttle?
  ) -> Launching {
    switch admission {
    case .admitted(let admitted):
      noteLaunch(of: run)
      #if DEBUG
      run.reportIfDuplicate(of: admitted.changes.cancelled.first?.run)
      #endif
      carryOut(admitted.changes)
      if admitted.isBeforeTurn { reportWaitCycle(of: run) }
      if admitted.opensWindow, let throttle, let id = run.id {
        timers.open(id, throttle, in: self)
      }
      return admitted.begins ? .begins : .waits
    case .refused:
      hub.flush()
      return .refused
    }
  }

  /// Notes a launch, where somebody may ask for it.
  func noteLaunch(of run: EffectRun) {
    // For the report of a store that never is quiet; to read the clock costs as much as a small launch.
    if hasEffectExecutor { run.life.noteLaunch() }
    #if DEBUG
    releaseWatch.noteLaunch(of: run)
    #endif
  }

  /// Reports that a run begins before its turn.
  private func reportWaitCycle(of run: EffectRun) {
    let misuse = ModifierMisuse.policyOfWaitCycle
    report(.ignoredModifier(misuse.modifier), misuse.message(name: run.id), at: run.source.location.known)
  }

  /// Ends a throttle's window, and tells what to wait for until the next one ends, if there is one.
  func endWindow(of id: EffectID) -> Throttle? {
    let end = withMachine { machine in
      let end = machine.endWindow(of: id)
      note(end.changes)
      return end
    }
    carryOut(end.changes)
    if end.isBeforeTurn, let run = end.next { reportWaitCycle(of: run) }
    return end.next?.launch.throttle
  }

  // MARK: Programs

  /// Registers a named composite program, and cancels those whose place it takes.
  ///
  /// - Returns: the key that it is ended by and asked for, and whether it has to wait; nothing where it must not start.
  func begin(
    _ group: ProgramTree.Group,
    policy: LaunchPolicy,
    isLate: Bool,
    inside outer: SlotKey
  ) -> (key: SlotKey, waits: Bool)? {
    if group.scope != nil { noteScope() }
    let begun = withMachine { machine in
      let begun = machine.begin(group, policy: policy, isLate: isLate, inside: outer)
      if let begun {
        note(begun.changes)
      }
      return begun
    }
    guard let begun else { return nil }
    carryOut(begun.changes)
    return (begun.key, begun.waits)
  }

  /// Registers a composite program in a scope.
  func begin(in scope: EffectScope) -> SlotKey {
    noteScope()
    return withMachine { $0.begin(in: scope) }
  }

  /// Whether a program was neither ended nor cancelled.
  func isCurrent(_ program: SlotKey) -> Bool {
    withMachine { $0.programs.isCurrent(program) }
  }

  /// Notes that a program has ended; to be called once.
  func end(_ program: SlotKey) {
    change { $0.end(program) }
  }

  /// Notes that there may be scopes with effects.
  private func noteScope() {
    mayHaveScopes.store(true, ordering: .relaxed)
  }
}
