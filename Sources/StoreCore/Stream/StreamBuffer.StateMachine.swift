extension StreamBuffer {
  /// The decisions of a stream's buffer: what waits, and whether the store knows of it.
  ///
  /// The store is told of the first element at once. While elements come fast it comes back for more by itself, and is
  /// told of the next one only when it has come back in vain for a while: to wake the main actor costs a pump as much as
  /// several elements do.
  @usableFromInline
  package struct StateMachine {
    @usableFromInline var waiting: [Action] = []
    /// Where elements of later turns go, so that these allocate nothing.
    @usableFromInline var spare: [Action] = []
    /// How many elements the store has taken and not finished with.
    @usableFromInline var taken = 0
    /// How often the store comes back in vain before it waits to be told.
    @usableFromInline var patience = 0
    @usableFromInline var isAnnounced = false
    @usableFromInline let capacity: Int

    /// What each element of a burst adds to the patience: measured, as is the limit.
    @inlinable static var patienceOfElement: Int { 2 }
    @inlinable static var greatestPatience: Int { 32 }

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
    @inlinable
    package mutating func take() -> [Action] {
      taken = waiting.count
      var batch: [Action] = []
      swap(&batch, &spare)
      swap(&batch, &waiting)
      return batch
    }

    /// Notes that the taken elements were handled, if there were any.
    ///
    /// - Parameter awaitsMore: Whether it is worth to come back for elements that have not come yet.
    /// - Returns: whether the store has to come back. After a lone element it need not, if none came meanwhile.
    @inlinable
    package mutating func finishBatch(awaitsMore: Bool = true) -> Bool {
      if !awaitsMore {
        patience = 0
      } else if taken > 1 || (taken == 1 && patience > 0) {
        patience = min(patience + taken * Self.patienceOfElement, Self.greatestPatience)
      } else if taken == 0, patience > 0 {
        patience -= 1
      }
      taken = 0
      isAnnounced = patience > 0 || !waiting.isEmpty
      return isAnnounced
    }

    /// Keeps the room of an array that is empty by now, for later elements.
    @inlinable
    package mutating func reuse(_ emptied: inout [Action]) {
      swap(&spare, &emptied)
    }
  }
}
