import Synchronization

/// The elements that a stream has given and its store has not handled.
///
/// The source of the stream counts what it gives, the recorder what is handled or dropped, so the count is the same
/// for every engine, and no feature has to keep it.
package final class Backlog: Sendable {
  private struct State {
    var waiting = 0
    var most: Int?
  }

  private let state = Mutex(State())

  /// Creates an empty backlog.
  package init() {}

  /// The number of elements that wait.
  package var waiting: Int { state.withLock { $0.waiting } }

  /// The most elements that ever waited at one time; nil if none was ever given.
  package var most: Int? { state.withLock { $0.most } }

  /// Counts an element that its source gives.
  package func give() {
    state.withLock { state in
      state.waiting += 1
      state.most = max(state.most ?? 0, state.waiting)
    }
  }

  /// Counts an element that was handled or dropped.
  package func take() {
    state.withLock { $0.waiting -= 1 }
  }
}
