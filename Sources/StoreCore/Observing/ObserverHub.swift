public import Synchronization

/// Who observes one store, and what they have to be told.
///
/// Events are delivered by one thread at a time, which is whoever comes first; the others leave theirs behind. The
/// decisions about effects leave theirs while the registry is locked, so that they are told in the order in which they
/// were taken, and flush them when it is free.
@usableFromInline
package final class ObserverHub: Sendable {
  /// Who delivers.
  private enum Turn: UInt8, AtomicRepresentable {
    case idle
    case delivering
    /// Somebody left an event behind after the deliverer had looked.
    case deliveringMore
  }

  private struct Note {
    let kind: RuntimeEvent.Kind
    let cause: EventCause?
    let location: CallSite
    let time: Duration?
  }

  private static let origin = ContinuousClock.now

  @usableFromInline package let store: StoreIdentity
  @usableFromInline let active = Atomic<Bool>(false)
  private let timed = Atomic<Bool>(false)
  private let turn = Atomic<Turn>(.idle)
  private let hasNotes = Atomic<Bool>(false)
  private let notes = Locked<[Note]>([])
  private let newcomers = Locked<[RuntimeObservation]>([])
  private let hasNewcomers = Atomic<Bool>(false)
  /// Whether one was cancelled who may still be among the observations.
  private let hasCancelled = Atomic<Bool>(false)
  // Used by the one who delivers, in one place each; the exchange of `turn` hands them over.
  @exclusivity(unchecked) nonisolated(unsafe) private var observations: [RuntimeObservation] = []
  /// The same, to be called without the cost of a reference for each.
  // As above.
  @exclusivity(unchecked) nonisolated(unsafe) private var unretained: ContiguousArray<Unmanaged<RuntimeObservation>> =
    []
  // As above.
  @exclusivity(unchecked) nonisolated(unsafe) private var number: UInt64 = 0
  // As above.
  @exclusivity(unchecked) nonisolated(unsafe) private var latest = Duration.zero

  package init(store: StoreIdentity, observers: [any RuntimeObserver]) {
    self.store = store
    for observer in observers {
      _ = add(observer)
    }
  }

  deinit {
    // Kept by those who could cancel them, they would keep their observers.
    for observation in observations + newcomers.withLock({ $0 }) {
      observation.letGo()
    }
  }

  /// Whether somebody observes; else there is nothing to tell.
  @inlinable package var isActive: Bool { active.load(ordering: .acquiring) }

  func add(_ observer: some RuntimeObserver) -> RuntimeObservation {
    let observation = RuntimeObservation.Of(observer, hub: self)
    newcomers.withLock { newcomers in
      newcomers.append(observation)
      hasNewcomers.store(true, ordering: .releasing)
      if observation.needsTime {
        timed.store(true, ordering: .relaxed)
      }
      active.store(true, ordering: .releasing)
    }
    return observation
  }

  /// Takes out those who were cancelled, or leaves it to the one who delivers.
  func removeCancelled() {
    hasCancelled.store(true, ordering: .releasing)
    flush()
  }

  /// Tells an event now, or leaves it to the one who delivers.
  @usableFromInline
  package func tell(_ kind: consuming RuntimeEvent.Kind, cause: EventCause? = nil, location: CallSite = .unknown) {
    guard isActive else { return }
    // What was left behind comes first.
    if !hasNotes.load(ordering: .acquiring), exchange(.idle, .delivering) {
      deliver(kind, cause: cause, location: location, time: time)
      release()
    } else {
      tellLater(kind, cause: cause, location: location)
    }
  }

  /// Tells that an action was handled.
  ///
  /// Generic and inlined: an event put together where the type of action is known costs less than its parts handed over.
  @inlinable
  func tellHandled<Action: Sendable>(_ action: Action, _ id: ActionID, cause: EventCause?, location: CallSite) {
    let number = take()
    guard number != 0 else { return tell(.actionHandled(action, id), cause: cause, location: location) }
    deliver(
      RuntimeEvent(
        kind: .actionHandled(action, id),
        cause: cause,
        site: location,
        store: store,
        number: number,
        time: nil
      )
    )
    release()
  }

  /// Begins to tell an event that the caller puts together.
  ///
  /// - Returns: its number, or 0 where it has to be told by ``tell(_:cause:location:)``. Else ``deliver(_:)`` and
  ///   ``release()`` have to follow.
  @usableFromInline
  func take() -> UInt64 {
    guard !hasNotes.load(ordering: .acquiring), !timed.load(ordering: .relaxed), exchange(.idle, .delivering) else {
      return 0
    }
    return nextNumber()
  }

  // Apart, so that the short way is short.
  @inline(never)
  private func tellLater(_ kind: RuntimeEvent.Kind, cause: EventCause?, location: CallSite) {
    append(Note(kind: kind, cause: cause, location: location, time: time))
    flush()
  }

  /// Leaves an event behind; ``flush()`` has to follow.
  package func leave(_ kind: RuntimeEvent.Kind, cause: EventCause?) {
    guard isActive else { return }
    append(Note(kind: kind, cause: cause, location: .unknown, time: time))
  }

  /// Whether there is something to do for the one who delivers.
  private var hasLeft: Bool { hasNotes.load(ordering: .acquiring) || hasCancelled.load(ordering: .acquiring) }

  /// Tells what was left behind, unless somebody else is about to.
  package func flush() {
    while hasLeft {
      if exchange(.idle, .delivering) {
        release()
      } else if exchange(.delivering, .deliveringMore) || exchange(.deliveringMore, .deliveringMore) {
        // The second one changes nothing, but whoever delivers sees what was left before it.
        return
      }
    }
  }

  private var time: Duration? {
    timed.load(ordering: .relaxed) ? Self.readClock() : nil
  }

  @inline(never)
  private static func readClock() -> Duration {
    origin.duration(to: .now)
  }

  private func append(_ note: Note) {
    notes.withLock { notes in
      notes.append(note)
      hasNotes.store(true, ordering: .releasing)
    }
  }

  private func exchange(_ expected: Turn, _ desired: Turn) -> Bool {
    turn.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing).exchanged
  }

  /// Delivers what was left behind, and gives the turn back.
  @usableFromInline
  func release() {
    repeat {
      while hasLeft {
        if hasCancelled.exchange(false, ordering: .acquiringAndReleasing) { dismiss() }
        let batch = notes.withLock { notes in
          defer { notes = [] }
          hasNotes.store(false, ordering: .releasing)
          return notes
        }
        for note in batch {
          deliver(note.kind, cause: note.cause, location: note.location, time: note.time)
        }
      }
      if exchange(.delivering, .idle) { break }
      _ = turn.exchange(.delivering, ordering: .acquiringAndReleasing)
    } while true
  }

  @inline(__always)
  private func deliver(
    _ kind: consuming RuntimeEvent.Kind,
    cause: EventCause?,
    location: CallSite,
    time: Duration?
  ) {
    let number = nextNumber()
    if let time {
      // Of two threads, the one that looked at the clock first may come second.
      latest = max(latest, time)
    }
    deliver(
      RuntimeEvent(
        kind: kind,
        cause: cause,
        site: location,
        store: store,
        number: number,
        time: time == nil ? nil : latest
      )
    )
  }

  @inline(__always)
  private func nextNumber() -> UInt64 {
    if hasNewcomers.load(ordering: .acquiring) {
      welcome()
    }
    number &+= 1
    return number
  }

  @usableFromInline
  func deliver(_ event: RuntimeEvent) {
    for index in unretained.indices {
      // Held by `observations`, which nobody changes while one delivers.
      unretained[index]._withUnsafeGuaranteedRef { observation in
        if !observation.isCancelled { observation.receive(event) }
      }
    }
  }

  private func welcome() {
    observations += newcomers.withLock { newcomers in
      hasNewcomers.store(false, ordering: .releasing)
      defer { newcomers = [] }
      return newcomers
    }
    renew()
  }

  private func renew() {
    // Balanced by nothing: `observations` holds them.
    unretained = ContiguousArray(observations.map { Unmanaged.passUnretained($0) })
  }

  /// Takes out those who were cancelled.
  private func dismiss() {
    var cancelled = Self.takeCancelled(from: &observations)
    renew()
    let isTimed = observations.contains(where: \.needsTime)
    let isActive = !observations.isEmpty
    // Under the lock: one who comes meanwhile is counted, or sets both afterwards.
    cancelled += newcomers.withLock { newcomers in
      let cancelled = Self.takeCancelled(from: &newcomers)
      timed.store(isTimed || newcomers.contains(where: \.needsTime), ordering: .relaxed)
      active.store(isActive || !newcomers.isEmpty, ordering: .releasing)
      return cancelled
    }
    // Last: the end of an observer may be a user's code.
    for observation in cancelled {
      observation.letGo()
    }
  }

  private static func takeCancelled(from observations: inout [RuntimeObservation]) -> [RuntimeObservation] {
    var (kept, cancelled): ([RuntimeObservation], [RuntimeObservation]) = ([], [])
    // Asked once of each, who may be cancelled meanwhile.
    for observation in observations {
      if observation.isCancelled { cancelled.append(observation) } else { kept.append(observation) }
    }
    observations = kept
    return cancelled
  }
}

// Held by who has it.
extension Unmanaged<ObserverHub> {
  /// Tells that an action was handled, without a reference of its own to a hub that somebody else holds.
  @inlinable
  func tellHandled<Action: Sendable>(_ action: Action, _ id: ActionID, cause: EventCause?, location: CallSite) {
    // Held by who has this.
    _withUnsafeGuaranteedRef { $0.tellHandled(action, id, cause: cause, location: location) }
  }
}
