import StoreCore

/// Who sleeps on a test clock, and until when.
struct Sleepers {
  private struct Sleeper {
    let id: Int
    let deadline: TestClock.Instant
    let waiter: Waiter
  }

  private(set) var now = TestClock.Instant(offset: .zero)
  /// The earliest deadline last; of equal ones the latest comer first.
  private var sleepers: [Sleeper] = []
  private var nextID = 0

  /// The deadlines, the earliest first.
  var deadlines: [TestClock.Instant] {
    sleepers.reversed().map(\.deadline)
  }

  /// Adds a sleeper; `nil` where the deadline has passed already.
  mutating func add(_ waiter: Waiter, until deadline: TestClock.Instant) -> Int? {
    guard deadline > now else { return nil }
    let id = nextID
    nextID += 1
    let index = sleepers.firstIndex { $0.deadline <= deadline } ?? sleepers.endIndex
    sleepers.insert(Sleeper(id: id, deadline: deadline, waiter: waiter), at: index)
    return id
  }

  mutating func remove(_ id: Int) {
    sleepers.removeAll { $0.id == id }
  }

  /// Moves the time to the next deadline that is not after `time` and takes its sleeper, or moves it to `time`.
  mutating func popNext(until time: TestClock.Instant) -> Waiter? {
    guard let next = sleepers.last, next.deadline <= time else {
      now = max(now, time)
      return nil
    }
    now = max(now, next.deadline)
    sleepers.removeLast()
    return next.waiter
  }

  /// Moves the time and takes all sleepers whose deadline has passed then, in the order of their deadlines.
  mutating func popAll(until time: TestClock.Instant) -> [Waiter] {
    var due: [Waiter] = []
    now = max(now, time)
    while let next = sleepers.last, next.deadline <= now {
      due.append(next.waiter)
      sleepers.removeLast()
    }
    return due
  }
}
