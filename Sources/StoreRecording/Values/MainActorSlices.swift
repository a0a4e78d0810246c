/// A long work on the main actor in slices, between which others have their turns.
///
/// A state stays on the main actor, as it need not be `Sendable`, and may be large.
@MainActor
package final class MainActorSlices {
  private let length: Duration
  private let limit: ContinuousClock.Instant
  private var end: ContinuousClock.Instant
  private var count = 0

  /// Begins the first slice.
  ///
  /// - Parameters:
  ///   - length: The time of a slice.
  ///   - limit: The time after which no more is wanted.
  package init(of length: Duration = .milliseconds(4), within limit: Duration = .seconds(4)) {
    self.length = length
    let now = ContinuousClock.now
    self.limit = now + limit
    end = now + length
  }

  /// Ends the slice if its time is over; call it between short parts of the work.
  ///
  /// - Returns: whether more is wanted.
  package func next() async -> Bool {
    count += 1
    // A look at the clock costs as much as a part.
    guard count.isMultiple(of: 8) else { return true }
    var now = ContinuousClock.now
    guard now >= end else { return true }
    guard now < limit, !Task.isCancelled else { return false }
    // The next turn comes behind those that wait. A call that only leaves the actor is optimized away.
    await Task.yield()
    now = .now
    end = now + length
    return true
  }
}
