import Synchronization

/// Counts operations of which something is left in memory.
///
/// Of an operation that was cancelled before it began nothing runs, on either side: that nothing of it is left any more
/// is how both can see that it is over.
final class Remains: Sendable {
  private let count = Atomic<Int>(0)

  /// Is held by the closure of an operation as long as that exists.
  final class Mark: Sendable {
    private let remains: Remains

    fileprivate init(_ remains: Remains) {
      self.remains = remains
      remains.count.add(1, ordering: .relaxed)
    }

    deinit { remains.count.subtract(1, ordering: .relaxed) }
  }

  func mark() -> Mark { Mark(self) }

  /// Looks again and again until nothing is left.
  @MainActor
  func waitUntilNone() async {
    while count.load(ordering: .relaxed) > 0 { await Task.yield() }
  }
}
