extension EffectTable.StateMachine {
  /// Begins a run that was registered with a status, unless it has to wait; returns whether it begins.
  mutating func beginUnlessWaiting(
    _ run: Run,
    _ key: RunKey,
    _ status: RunStatus,
    id: EffectID?,
    in container: ContainerKey,
    _ changes: inout Changes
  ) -> Bool {
    if status.isWaiting {
      guard breakWaitCycle(of: key, into: &changes.finished) else { return false }
      changes.beforeTurn.append(run)
    }
    // The run may come before a program of its own name.
    if !container.isNone { containers.beginPrograms(around: container) { $0 != id } }
    return true
  }

  /// Begins the runs whose turn has come.
  mutating func startDue(_ changes: inout Changes) {
    while true {
      for id in containers.takeLeft() { runs.noteDue(id) }
      guard let key = runs.next(beside: { containers.begunCount(of: $0) }), let run = runs.run(of: key) else { return }
      if takeTurn(key) { changes.started.append(run) }
    }
  }

  /// Gives a run room under the name for which it has waited; `false` if it waits for another one of its names.
  private mutating func takeTurn(_ key: RunKey) -> Bool {
    guard let entry = runs[key] else { return false }
    var further = furtherNames(around: entry.container, besides: entry.id)
    // It takes its room under its own name when its status changes.
    if runs.queue(of: key) != entry.id, !further.isEmpty { containers.beginProgram(further.removeFirst().program) }
    let (status, queue) = takeRoom(for: ClaimedNames(own: nil, further: further), inside: entry.container)
    runs.change(key, to: status, in: queue)
    return !status.isWaiting
  }
}
