extension EffectTable.StateMachine {
  /// Begins the runs whose turn has come.
  mutating func startDue(_ changes: inout Changes) {
    while true {
      for id in containers.left { runs.noteDue(id) }
      containers.left = []
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
    let (status, queue) = takeRoom(for: further, inside: entry.container)
    runs.change(key, to: status, in: queue)
    return !status.isWaiting
  }
}
