import Synchronization

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
    let location: CallSite?
    let time: ContinuousClock.Instant?
  }

  package let store: StoreIdentity
  private let active = Atomic<Bool>(false)
  private let timed = Atomic<Bool>(false)
  private let turn = Atomic<Turn>(.idle)
  private let hasNotes = Atomic<Bool>(false)
  private let notes = Locked<[Note]>([])
  private let newcomers = Locked<[RuntimeObservation]>([])
  private let hasNewcomers = Atomic<Bool>(false)
  // Used by the one who delivers, in one place each; the exchange of `turn` hands them over.
  @exclusivity(unchecked)
  nonisolated(unsafe) private var observations: [RuntimeObservation] = []
  // As above.
  @exclusivity(unchecked)
  nonisolated(unsafe) private var number: UInt64 = 0
  // As above.
  @exclusivity(unchecked)
  nonisolated(unsafe) private var latest: ContinuousClock.Instant?

  package init(store: StoreIdentity, observers: [any RuntimeObserver]) {
    self.store = store
    for observer in observers {
      _ = add(observer)
    }
  }

  /// Whether somebody observes; else there is nothing to tell.
  @usableFromInline package var isActive: Bool { active.load(ordering: .acquiring) }

  func add(_ observer: any RuntimeObserver) -> RuntimeObservation {
    let observation = RuntimeObservation(observer)
    if observer.needsTime {
      timed.store(true, ordering: .relaxed)
    }
    newcomers.withLock { $0.append(observation) }
    hasNewcomers.store(true, ordering: .releasing)
    active.store(true, ordering: .releasing)
    return observation
  }

  /// Tells an event now, or leaves it to the one who delivers.
  @usableFromInline
  package func tell(_ kind: RuntimeEvent.Kind, cause: EventCause? = nil, location: CallSite? = nil) {
    guard isActive else { return }
    let note = Note(kind: kind, cause: cause, location: location, time: time)
    // What was left behind comes first.
    if !hasNotes.load(ordering: .acquiring), exchange(.idle, .delivering) {
      deliver(note)
      release()
    } else {
      append(note)
      flush()
    }
  }

  /// Leaves an event behind; ``flush()`` has to follow.
  package func leave(_ kind: RuntimeEvent.Kind, cause: EventCause?) {
    guard isActive else { return }
    append(Note(kind: kind, cause: cause, location: nil, time: time))
  }

  /// Tells what was left behind, unless somebody else is about to.
  package func flush() {
    while hasNotes.load(ordering: .acquiring) {
      if exchange(.idle, .delivering) {
        release()
      } else if exchange(.delivering, .deliveringMore) || turn.load(ordering: .relaxed) == .deliveringMore {
        return
      }
    }
  }

  private var time: ContinuousClock.Instant? {
    timed.load(ordering: .relaxed) ? .now : nil
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
  private func release() {
    repeat {
      while hasNotes.load(ordering: .acquiring) {
        let batch = notes.withLock { notes in
          defer { notes = [] }
          hasNotes.store(false, ordering: .releasing)
          return notes
        }
        for note in batch {
          deliver(note)
        }
      }
      if exchange(.delivering, .idle) { break }
      turn.store(.delivering, ordering: .releasing)
    } while true
  }

  private func deliver(_ note: Note) {
    if hasNewcomers.load(ordering: .acquiring) {
      welcome()
    }
    number &+= 1
    if let time = note.time, latest.map({ $0 < time }) ?? true {
      // Of two threads, the one that looked at the clock first may come second.
      latest = time
    }
    let event = RuntimeEvent(
      kind: note.kind,
      cause: note.cause,
      location: note.location,
      store: store,
      number: number,
      time: note.time == nil ? nil : latest
    )
    var hasCancelled = false
    for observation in observations {
      if observation.isCancelled {
        hasCancelled = true
      } else {
        observation.observer.receive(event)
      }
    }
    if hasCancelled {
      dismiss()
    }
  }

  private func welcome() {
    observations += newcomers.withLock { newcomers in
      hasNewcomers.store(false, ordering: .releasing)
      defer { newcomers = [] }
      return newcomers
    }
  }

  private func dismiss() {
    observations.removeAll(where: \.isCancelled)
    timed.store(observations.contains(where: \.observer.needsTime), ordering: .relaxed)
    if observations.isEmpty {
      active.store(false, ordering: .sequentiallyConsistent)
      // One who came meanwhile had set it before.
      if hasNewcomers.load(ordering: .sequentiallyConsistent) {
        active.store(true, ordering: .sequentiallyConsistent)
      }
    }
  }
}
