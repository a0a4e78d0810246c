import Synchronization

/// What closures on any thread have noted, in order.
final class Notes<Note: Sendable>: Sendable {
  private let list = Mutex<[Note]>([])

  var all: [Note] { list.withLock { $0 } }

  func add(_ note: Note) { list.withLock { $0.append(note) } }
}
