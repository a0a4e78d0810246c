/// The elements of one stream between its pump in the pool and its store on the main actor.
package final class StreamBuffer: Sendable {
  let machine: Locked<StateMachine>
  package let pump: PumpExecutor
  #if DEBUG
  private let lastLink = Locked<StreamLink?>(nil)
  /// The element whose handling has fed the stream with its last element, if there is one.
  var link: StreamLink? {
    get { lastLink.withLock { $0 } }
    set { lastLink.withLock { $0 = newValue } }
  }
  #endif

  package init(capacity: Int = StreamLimits.capacity, mailbox: Mailbox) {
    machine = Locked(StateMachine(capacity: capacity))
    pump = PumpExecutor(mailbox: mailbox)
  }

  /// Adds an element; returns whether to notify the store, and whether the pump has to wait.
  func append(_ element: AnyAction) -> (announces: Bool, isFull: Bool) {
    machine.withLock { machine in
      let announces = machine.append(element)
      return (announces, machine.isFull)
    }
  }

  func limitToOne() { machine.withLock { $0.capacity = 1 } }

  func take() -> [AnyAction] { machine.withLock { $0.take() } }

  /// Notes that the taken elements were handled, and resumes the pump; returns whether the store has to check again.
  func finishBatch() -> Bool {
    let (wasFull, comesBack) = machine.withLock { ($0.isFull, $0.finishBatch()) }
    // Only a pump that saw the buffer full, under the lock, waits or is about to.
    if wasFull { pump.makeRoom() }
    return comesBack
  }

  var isFull: Bool { machine.withLock { $0.isFull } }

  /// The number of elements that are not handled, if the pump waits for room.
  var blockedCount: Int? {
    pump.isBlocked ? machine.withLock { $0.waiting.count + $0.taken } : nil
  }

  var isWaitingForElement: Bool { pump.isWaitingForElement && machine.withLock { $0.isEmpty } }
}

extension StreamBuffer {
  /// The decisions of a stream's buffer: what waits, and whether the store knows of it.
  ///
  /// The store is notified of the first element at once, and of later ones only after it found the buffer empty: while
  /// it keeps checking, elements cost no message.
  package struct StateMachine {
    var waiting: [AnyAction] = []
    /// The number of elements that the store has taken and not finished with.
    var taken = 0
    var isAnnounced = false
    var capacity: Int

    package init(capacity: Int) {
      self.capacity = capacity
    }

    /// Whether the pump has to wait before it asks the sequence for more.
    package var isFull: Bool { waiting.count + taken >= capacity }

    package var isEmpty: Bool { waiting.isEmpty && taken == 0 }

    /// Adds an element; returns whether to notify the store.
    package mutating func append(_ element: AnyAction) -> Bool {
      waiting.append(element)
      defer { isAnnounced = true }
      return !isAnnounced
    }

    /// Takes all elements that wait; if there are none, the store has to be notified of the next one.
    package mutating func take() -> [AnyAction] {
      guard !waiting.isEmpty else {
        isAnnounced = false
        return []
      }
      let elements = waiting
      taken = elements.count
      waiting = []
      // In a burst the pump would allocate under the lock as the array grows, and the store would wait for it.
      if taken > 1 { waiting.reserveCapacity(64) }
      return elements
    }

    /// Notes that the taken elements were handled; returns whether the store has to check again.
    ///
    /// After a single element it need not, if none came meanwhile.
    package mutating func finishBatch() -> Bool {
      let wasBurst = taken > 1
      taken = 0
      guard wasBurst || !waiting.isEmpty else {
        isAnnounced = false
        return false
      }
      return true
    }
  }
}
