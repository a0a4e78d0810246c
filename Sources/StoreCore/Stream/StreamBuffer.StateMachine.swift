extension StreamBuffer {
  /// The decisions of a stream's buffer: what waits, and whether the store knows of it.
  ///
  /// The store is told of the first element at once, and of later ones only after it found the buffer empty:
  /// while it keeps coming back, elements cost no letter.
  @usableFromInline
  package struct StateMachine {
    @usableFromInline var waiting: [Action] = []
    /// Where elements of later turns go, so that these allocate nothing.
    @usableFromInline var spare: [Action] = []
    /// How many elements the store has taken and not finished with.
    @usableFromInline var taken = 0
    @usableFromInline var isAnnounced = false
    @usableFromInline let capacity: Int

    @inlinable
    package init(capacity: Int) {
      self.capacity = capacity
    }

    /// Whether the pump has to wait before it asks the sequence for more.
    @inlinable package var isFull: Bool { waiting.count + taken >= capacity }

    @inlinable package var isEmpty: Bool { waiting.isEmpty && taken == 0 }

    /// Adds an element.
    ///
    /// - Returns: whether the store has to be told.
    @inlinable
    package mutating func append(_ element: Action) -> Bool {
      waiting.append(element)
      defer { isAnnounced = true }
      return !isAnnounced
    }

    /// Takes all elements that wait.
    ///
    /// When there are none, the store has to be told of the next one.
    @inlinable
    package mutating func take() -> [Action] {
      guard !waiting.isEmpty else {
        isAnnounced = false
        return []
      }
      taken = waiting.count
      var batch: [Action] = []
      swap(&batch, &spare)
      swap(&batch, &waiting)
      return batch
    }

    /// Notes that the taken elements were handled.
    ///
    /// - Returns: whether the store has to come back. After a lone element it need not, if none came meanwhile.
    @inlinable
    package mutating func finishBatch() -> Bool {
      let wasBurst = taken > 1
      taken = 0
      guard wasBurst || !waiting.isEmpty else {
        isAnnounced = false
        return false
      }
      return true
    }

    /// Keeps the room of an array that is empty by now, for later elements.
    @inlinable
    package mutating func reuse(_ emptied: inout [Action]) {
      swap(&spare, &emptied)
    }
  }
}
