/// The elements of one stream between its pump in the pool and its store on the main actor.
@usableFromInline
package final class StreamBuffer<Action: Sendable>: Sendable {
  private let machine: Locked<StateMachine>
  package let gate = StreamGate()

  package init(capacity: Int = StreamLimits.capacity) {
    machine = Locked(StateMachine(capacity: capacity))
  }

  /// Adds an element; tells whether the store has to be told, and whether the pump has to wait.
  func append(_ element: Action) -> (announces: Bool, isFull: Bool) {
    machine.withLock { machine in
      let announces = machine.append(element)
      return (announces, machine.isFull)
    }
  }

  func take() -> [Action] {
    machine.withLock { $0.take() }
  }

  /// Notes that the taken elements were handled, and lets the pump go on.
  ///
  /// - Returns: whether the store has to come back.
  func finishBatch() -> Bool {
    let comesBack = machine.withLock { $0.finishBatch() }
    gate.makeRoom()
    return comesBack
  }

  var isFull: Bool {
    machine.withLock { $0.isFull }
  }

  var isWaitingForElement: Bool {
    gate.isWaitingForElement && machine.withLock { $0.isEmpty }
  }
}
