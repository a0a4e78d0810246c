import Synchronization

/// The environment of a play, from which a feature's services are made.
struct World: Sendable {
  /// The clock of all waits.
  let clock: any Clock<Duration>
  let isVirtual: Bool
  let files: Corpus
  /// The time since the beginning.
  let elapsed: @Sendable () -> Duration
  /// The elements that streams have yielded and that are not handled yet.
  let backlog = Backlog()

  init(clock: some Clock<Duration>, isVirtual: Bool, files: Corpus) {
    let start = clock.now
    self.clock = clock
    self.isVirtual = isVirtual
    self.files = files
    elapsed = { start.duration(to: clock.now) }
  }
}

/// A failure of a service, as text.
struct ServiceError: Error, CustomStringConvertible { let description: String }

/// The elements that a stream has yielded and its store has not handled.
///
/// The source of the stream counts what it yields, the recorder what is handled or dropped, on every engine alike.
final class Backlog: Sendable {
  private let state = Mutex((waiting: 0, most: nil as Int?))

  /// The most elements that ever waited at the same time; nil if there was none.
  var most: Int? { state.withLock { $0.most } }

  func give() {
    state.withLock { state in
      state.waiting += 1
      state.most = max(state.most ?? 0, state.waiting)
    }
  }

  func take() { state.withLock { $0.waiting -= 1 } }
}
