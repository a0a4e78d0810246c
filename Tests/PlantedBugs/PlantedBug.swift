import StoreSimulation
import Synchronization

/// A bug as in real apps, and its fixed version, on two engines.
///
/// The exploration knows nothing of these: they are written like apps, with services that answer at once or after a
/// while on the bench's clock.
struct PlantedBug: Sendable {
  /// A feature with or without the bug, and what a user does.
  typealias Play = @MainActor @Sendable (TestBench, _ isMended: Bool) async -> Void

  let name: String
  /// The faults of effects, if the bug needs them.
  var faults = FaultPlan.none
  /// The feature on each engine, by the engine's name.
  let plays: [(engine: String, play: Play)]

  static let all = [
    saveRace, doubleTap, staleResult, lostUpdate, retryAfterSuccess, endlessSpinner,
    leakedSubscription, orderOfTwoStores, droppedInput, undoneDeletion, lateTimer, overlappingPoller,
    lostUpdateAfterRetry, doubleRefresh, pageTwice, undoDuringSave,
    rolledBackLike, replacedRow, secondSubscription, timeoutOfOtherAttempt,
  ]

  /// Looks for the bug with seeds.
  @MainActor
  func explore(
    _ play: @escaping Play,
    isMended: Bool = false,
    seeds: Range<UInt64>,
    search: SearchStrategy = .default,
    shrinks: Bool = false
  ) async -> ScheduleExploration<NoOutcome> {
    await exploreSchedules(
      seeds: seeds,
      time: .latency(0...2),
      faults: faults,
      search: search,
      shrinks: shrinks
    ) { bench in
      await play(bench, isMended)
    }
  }

  /// Replays a shrunk run, like the test at the end of a report.
  @MainActor
  func replay(
    _ run: ScheduleExploration<NoOutcome>.Run,
    of play: @escaping Play,
    isMended: Bool
  ) async -> ScheduleExploration<NoOutcome> {
    await replaySchedule(run.deviations, time: .latency(0...2), faults: faults) { bench in
      await play(bench, isMended)
    }
  }
}

/// A value that a service keeps.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  var value: Value { mutex.withLock { $0 } }

  func change(_ change: (inout Value) -> Void) {
    mutex.withLock { change(&$0) }
  }
}
