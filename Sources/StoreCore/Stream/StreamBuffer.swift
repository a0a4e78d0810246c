/// The elements of one stream between its pump in the pool and its store on the main actor.
@usableFromInline
package final class StreamBuffer<Action: Sendable>: Sendable {
  @usableFromInline let machine: Locked<StateMachine>
  @usableFromInline package let gate: StreamGate

  @inlinable
  package init(capacity: Int = StreamLimits.capacity, mailbox: AnyMailbox) {
    machine = Locked(StateMachine(capacity: capacity))
    gate = StreamGate(mailbox: mailbox)
  }

  /// Adds an element; tells whether the store has to be told, and whether the pump has to wait.
  @inlinable
  func append(_ element: Action) -> (announces: Bool, isFull: Bool) {
    machine.withLock { machine in
      let announces = machine.append(element)
      return (announces, machine.isFull)
    }
  }

  @inlinable
  func take() -> [Action] {
    machine.withLock { $0.take() }
  }

  /// Notes that the taken elements were handled, and lets the pump go on.
  ///
  /// - Returns: whether the store has to come back.
  func finishBatch() -> Bool {
    var batch: [Action] = []
    return finish(&batch)
  }

  /// The same, and keeps the room of the array that they were taken in.
  @inlinable
  func finish(_ batch: inout [Action]) -> Bool {
    // Before the lock is taken: the ends of actions are users' code.
    batch.removeAll(keepingCapacity: true)
    let (wasFull, comesBack) = machine.withLock { machine in
      machine.reuse(&batch)
      return (machine.isFull, machine.finishBatch())
    }
    // Only then the pump waits, or is about to: it saw the buffer full under the lock.
    if wasFull { gate.makeRoom() }
    return comesBack
  }

  @inlinable var isFull: Bool {
    machine.withLock { $0.isFull }
  }

  var isWaitingForElement: Bool {
    gate.isWaitingForElement && machine.withLock { $0.isEmpty }
  }
}
