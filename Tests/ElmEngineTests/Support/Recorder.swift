import Synchronization

/// Records values in the order in which they came, from any thread.
final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Mutex<[Value]>([])

  var values: [Value] {
    recorded.withLock { $0 }
  }

  func record(_ value: Value) {
    recorded.withLock { $0.append(value) }
  }
}
