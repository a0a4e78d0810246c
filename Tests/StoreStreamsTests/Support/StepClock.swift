import StoreCore
import StoreTesting
import _StoreTestSupport

/// A clock that stands still until it is moved, and reports its sleepers, on any executor.
final class StepClock: Clock {
  typealias Instant = TestClock.Instant

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (deadline: Instant, tolerance: Duration?, waiter: Waiter)] = [:]
    var count = 0
  }

  private let state = Locked(State())
  /// Counts the sleeps that have begun.
  let sleeps = Counter()
  /// Counts the sleeps that have ended.
  let ends = Counter()

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(7) }

  /// The number of current sleepers.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The times at which the current sleepers wake, with their tolerances.
  var deadlines: [(time: Duration, tolerance: Duration?)] {
    state.withLock { $0.sleepers.values.map { ($0.deadline.offset, $0.tolerance) } }
  }

  func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    let waiter = Waiter()
    let number = state.withLock { state -> Int? in
      guard deadline > state.now else { return nil }
      state.count += 1
      state.sleepers[state.count] = (deadline, tolerance, waiter)
      return state.count
    }
    guard let number else { return }
    sleeps.add()
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      waiter.finish()
    }
    state.withLock { _ = $0.sleepers.removeValue(forKey: number) }
    ends.add()
    try Task.checkCancellation()
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      return state.sleepers.values.filter { $0.deadline <= now }.map(\.waiter)
    }
    for waiter in due { waiter.finish() }
  }
}
