import Synchronization

/// A clock whose sleeps end when a test says so; they are known by their lengths.
final class GateClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Duration { other.offset - offset }

    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct State {
    var lastID = 0
    var sleeps: [Int: (length: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(length: Duration, count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func count(_ length: Duration) -> Int { sleeps.values.count { $0.length == length } }
  }

  private let state = Mutex(State())
  let minimumResolution = Duration.zero
  var now: Instant { Instant() }

  func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    let length = deadline.offset
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (isOver, ready) = state.withLock { state in
          // A cancellation that came before does not find the sleep.
          guard !Task.isCancelled else { return (true, [CheckedContinuation<Void, Never>]()) }
          state.sleeps[id] = (length, continuation)
          let count = state.count(length)
          let ready = state.watchers.filter { $0.length == length && $0.count <= count }.map(\.continuation)
          state.watchers.removeAll { $0.length == length && $0.count <= count }
          return (false, ready)
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
        for watcher in ready { watcher.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleeps.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until so many sleep for so long.
  func waitForSleeps(of length: Duration, count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.count(length) >= count
        if !isThere { state.watchers.append((length, count, continuation)) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }

  /// Ends all sleeps of a length.
  func wake(_ length: Duration) {
    let woken = state.withLock { state in
      let woken = state.sleeps.filter { $0.value.length == length }
      for id in woken.keys { state.sleeps[id] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
