import StoreCore

extension TestClock {
  /// The sleepers on a clock, and their deadlines.
  struct Sleepers {
    private struct Sleeper {
      let id: Int
      let deadline: Instant
      /// Whether it is woken after the others with its deadline.
      let isLast: Bool
      let sleep: ClockSleep

      func isDue(with other: Sleeper) -> Bool { deadline == other.deadline && isLast == other.isLast }

      func isBehind(_ other: Sleeper) -> Bool {
        deadline > other.deadline || (deadline == other.deadline && isLast && !other.isLast)
      }
    }

    private(set) var now = Instant(offset: .zero)
    /// The next one last; of those that are due together, the one that began last comes first.
    private var sleepers: [Sleeper] = []
    private var nextID = 0
    /// The number of sleeps until times that had passed since the last one that was a sleep.
    private var noSleeps = 0
    /// Whether there have been so many that they are most likely a loop.
    var hasLoopOfNoSleeps: Bool { noSleeps > 100 }

    /// The deadlines, the earliest first.
    var deadlines: [Instant] {
      sleepers.reversed().map(\.deadline)
    }

    var nextDeadline: Instant? { sleepers.last?.deadline }

    /// Adds a sleeper; returns `nil` if the deadline has passed already.
    mutating func add(_ sleep: ClockSleep, until deadline: Instant, isLast: Bool) -> Int? {
      guard deadline > now else {
        noSleeps += 1
        return nil
      }
      noSleeps = 0
      let sleeper = Sleeper(id: nextID, deadline: deadline, isLast: isLast, sleep: sleep)
      nextID += 1
      sleepers.insert(sleeper, at: sleepers.firstIndex { !$0.isBehind(sleeper) } ?? sleepers.endIndex)
      return sleeper.id
    }

    mutating func remove(_ id: Int) {
      sleepers.removeAll { $0.id == id }
    }

    /// Returns how many sleepers are due together next, with a deadline before `time`, or not after it.
    func nextCount(until time: Instant, isInclusive: Bool) -> Int {
      guard let next = next(until: time, isInclusive: isInclusive) else { return 0 }
      return sleepers.reversed().prefix { $0.isDue(with: next) }.count
    }

    private func next(until time: Instant, isInclusive: Bool) -> Sleeper? {
      sleepers.last.flatMap { $0.deadline < time || (isInclusive && $0.deadline == time) ? $0 : nil }
    }

    /// Moves the time to the next deadline not after `time` and removes one of its sleepers, or moves it to `time`.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - isInclusive: Whether a sleeper until exactly `time` is removed too.
    ///   - place: Which of those that are due together is removed, from 0 for the one that has slept longest.
    /// - Returns: the sleeper; `nil` if there is none.
    mutating func popNext(until time: Instant, isInclusive: Bool, at place: Int) -> ClockSleep? {
      guard let next = next(until: time, isInclusive: isInclusive) else {
        now = max(now, time)
        return nil
      }
      now = max(now, next.deadline)
      // Some may have been cancelled since the place was chosen.
      let count = place == 0 ? 1 : nextCount(until: time, isInclusive: isInclusive)
      return sleepers.remove(at: sleepers.count - 1 - min(place, count - 1)).sleep
    }

    /// Moves the time, and removes all sleepers whose deadline has then passed, in the order of their deadlines.
    mutating func popAll(until time: Instant) -> [ClockSleep] {
      var due: [ClockSleep] = []
      now = max(now, time)
      while let next = sleepers.last, next.deadline <= now {
        due.append(next.sleep)
        sleepers.removeLast()
      }
      return due
    }
  }
}

/// A sleeper on a test clock, until the clock or its own cancellation wakes it.
final class ClockSleep: Sendable {
  private let waiter = Waiter()
  private let activity: ExecutorActivity
  /// The task of an operation on the main actor, whose waking the executor does not see.
  private let operation: Int?

  /// Creates a sleeper for the current task.
  init(on clock: TestClock, until deadline: TestClock.Instant) {
    activity = clock.executor.activity
    operation = activity.beginRest()
    activity.beginSleep(
      ObjectIdentifier(self),
      ClockSleeper(on: clock, until: deadline.offset, isOperation: operation != nil)
    )
  }

  func wait() async {
    await waiter.wait()
    activity.endSleep(ObjectIdentifier(self))
  }

  func wake() {
    if let operation { activity.endRest(of: operation) }
    activity.noteWaking(ObjectIdentifier(self))
    waiter.finish()
  }
}
