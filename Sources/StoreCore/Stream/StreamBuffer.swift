/// The bounds of stream effects.
public enum StreamLimits {
  /// The maximum number of elements of one stream that wait to be handled.
  ///
  /// A sequence is not asked for more while that many wait, so that a fast one slows down to the speed of its store.
  public static let capacity = 256
}

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

extension RuntimeCore {
  /// The time that passes before the next look at a stream that has just had several elements.
  ///
  /// During a look its pump in the pool waits for the buffer's lock: a look in each turn of an idle main actor, about
  /// one in a microsecond, would make elements a tenth slower. After a longer pause the pump is so far ahead that it
  /// waits for a live producer more often. Other messages of the store wait too.
  private static let pauseBetweenBursts = Duration.microseconds(2)

  /// Handles the elements in a stream's buffer.
  func takeElements(of run: EffectRun) {
    guard let elements = run.buffer?.take(), !elements.isEmpty else { return }
    handledCount += elements.count - 1
    keepNode(of: run)
    steps.append(.endElements(run))
    forward(elements[...], of: run)
  }

  /// Keeps a stream's node until its elements have been handled: one of them may cancel the stream, by a call of the
  /// store or of a handle.
  func keepNode(of run: EffectRun) {
    steps.append(.letGoNode(run, keeper: table.keep(run.node)))
  }

  func forward(_ elements: ArraySlice<AnyAction>, of run: EffectRun) {
    #if DEBUG
    if let last = elements.last { beginLink(with: last, of: run) }
    #endif
    let depth = steps.count
    for (index, action) in zip(elements.indices, elements) {
      handleUnlessCancelled(action, from: .effect(run))
      // What the action caused is done first.
      if steps.count > depth {
        if index + 1 < elements.endIndex { steps.insert(.elements(elements[(index + 1)...], run), at: depth) }
        return
      }
    }
  }

  func endElements(of run: EffectRun) {
    if run.buffer?.finishBatch() == true {
      // In a later turn of the main actor: elements that come meanwhile cost no wake-up.
      queue.appendForLater(.elements(run))
      // With an executor in the next one: there the order of turns may decide what happens at which time.
      if table.executor == nil { pauseEnd = ObserverHub.now + Self.pauseBetweenBursts }
    }
  }
}
