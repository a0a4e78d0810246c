import CombineShim

/// The decisions of one subscription to a store: which values it delivers, and when, by its subscriber's demand.
///
/// The caller keeps the values.
///
/// One value is delivered at a time: ``offer()``, ``begin()`` or ``next(after:)`` starts a delivery, and
/// ``next(after:)`` has to follow it. Values without demand wait in a line, up to a capacity; then the oldest of
/// these is dropped. When no more values will come, ``finish()`` ends the subscription after those that wait.
struct DemandedDelivery {
  private enum Phase {
    case open
    /// To be finished once the values that wait have been requested and delivered.
    case ending
    case over
  }

  /// The decision about a new value.
  enum Offer: Equatable {
    /// It is delivered now.
    case deliver
    /// It goes to the end of the line, and ``begin()`` has to follow.
    case due
    /// It goes to the end of the line.
    case waits
    /// It goes to the end of the line, from which the value at this place is removed.
    case waitsForOldest(at: Int)
    case ignored
  }

  /// The next step.
  enum Step: Equatable {
    /// The first value in the line is delivered.
    case deliver
    case finish
    case nothing
  }

  private let capacity: Int
  private var demand = Subscribers.Demand.none
  /// The length of the line.
  private var waitingCount = 0
  private var isDelivering = false
  private var phase = Phase.open

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Whether no more values are delivered.
  var isOver: Bool { phase == .over }

  /// Decides about a new value.
  mutating func offer() -> Offer {
    guard phase == .open else { return .ignored }
    if !isDelivering, waitingCount == 0, demand > 0 {
      demand -= 1
      isDelivering = true
      return .deliver
    }
    // Subtracted, as adding to the demand might overflow.
    if let asked = demand.max, waitingCount - asked >= capacity {
      return .waitsForOldest(at: asked)
    }
    waitingCount += 1
    return isDue ? .due : .waits
  }

  /// Notes that the subscriber requests more values.
  ///
  /// - Returns: Whether a value is due; then ``begin()`` has to follow.
  mutating func request(_ more: Subscribers.Demand) -> Bool {
    demand += more
    return isDue
  }

  /// Begins to deliver the values that are due.
  mutating func begin() -> Step {
    isDelivering ? .nothing : step()
  }

  /// Continues after a value was delivered.
  mutating func next(after more: Subscribers.Demand) -> Step {
    isDelivering = false
    demand += more
    return step()
  }

  /// Notes that the caller has removed the first value of the line.
  mutating func dropFirst() {
    // The line may have been emptied meanwhile.
    waitingCount = max(waitingCount - 1, 0)
  }

  /// Ends the subscription after the current delivery and the values that wait for demand.
  mutating func finish() -> Step {
    guard phase == .open else { return .nothing }
    phase = .ending
    return isDelivering ? .nothing : step()
  }

  /// Ends the subscription at once and empties the line.
  mutating func cancel() {
    phase = .over
    waitingCount = 0
  }

  private var isDue: Bool {
    !isDelivering && waitingCount > 0 && demand > 0
  }

  private mutating func step() -> Step {
    if isDue {
      waitingCount -= 1
      demand -= 1
      isDelivering = true
      return .deliver
    }
    guard phase == .ending, waitingCount == 0 else { return .nothing }
    cancel()
    return .finish
  }
}
