import Synchronization

/// Names that any thread may record.
final class Names: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { $0 } }

  func append(_ name: String) { names.withLock { $0.append(name) } }
}
