import Synchronization

/// The surroundings of a feature while a scenario is played, which its services are made from.
struct World: Sendable {
  /// The clock on which everything takes its time.
  let clock: any Clock<Duration>
  let isVirtual: Bool
  let files: Corpus
  /// The time since the beginning.
  let elapsed: @Sendable () -> Duration
  /// What streams have given and nobody has handled.
  let backlog = Backlog()

  init(clock: some Clock<Duration>, isVirtual: Bool, files: Corpus) {
    let start = clock.now
    self.clock = clock
    self.isVirtual = isVirtual
    self.files = files
    elapsed = { start.duration(to: clock.now) }
  }
}

/// A failure of a service, in words.
struct ServiceError: Error, CustomStringConvertible { let description: String }

/// The elements that a stream has given and its store has not handled.
///
/// The source of the stream counts what it gives, the recorder what is handled or dropped, for every engine alike.
final class Backlog: Sendable {
  private let state = Mutex((waiting: 0, most: nil as Int?))

  /// The most elements that ever waited at one time; nil if none was ever given.
  var most: Int? { state.withLock { $0.most } }

  func give() {
    state.withLock { state in
      state.waiting += 1
      state.most = max(state.most ?? 0, state.waiting)
    }
  }

  func take() { state.withLock { $0.waiting -= 1 } }
}
