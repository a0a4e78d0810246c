extension StreamBuffer {
  /// The decisions of a stream's buffer: what waits, and whether the store knows of it.
  ///
  /// The store is told of the first element at once, and of later ones only after it found the buffer empty:
  /// while it keeps coming back, elements cost no wake-up.
  package struct StateMachine {
    private var waiting: [Action] = []
    /// How many elements the store has taken and not finished with.
    private var taken = 0
    private var isAnnounced = false
    private let capacity: Int

    package init(capacity: Int) {
      self.capacity = capacity
    }

    /// Whether the pump has to wait before it asks the sequence for more.
    package var isFull: Bool { waiting.count + taken >= capacity }

    package var isEmpty: Bool { waiting.isEmpty && taken == 0 }

    /// Adds an element.
    ///
    /// - Returns: whether the store has to be told.
    package mutating func append(_ element: Action) -> Bool {
      waiting.append(element)
      defer { isAnnounced = true }
      return !isAnnounced
    }

    /// Takes all elements that wait.
    ///
    /// When there are none, the store has to be told of the next one.
    package mutating func take() -> [Action] {
      guard !waiting.isEmpty else {
        isAnnounced = false
        return []
      }
      taken = waiting.count
      var batch: [Action] = []
      batch.reserveCapacity(capacity)
      swap(&batch, &waiting)
      return batch
    }

    /// Notes that the taken elements were handled.
    ///
    /// - Returns: whether the store has to come back. After a lone element it need not, if none came meanwhile.
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
