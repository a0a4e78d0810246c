import OpenCombineShim

/// The decisions of one subscription to a store: which values are delivered, and when, by the demand of its subscriber.
///
/// The values are with the caller.
///
/// One value is delivered at a time: ``offer()``, ``begin()`` or ``next(after:)`` has it delivered, and ``next(after:)`` has
/// to follow. Values that nobody has asked for wait in a line, up to a capacity; then the oldest of them goes. When nothing
/// more will come, ``finish()`` ends it behind those that wait.
struct DemandedDelivery {
  private enum Phase {
    case open
    /// To be finished behind what is there already, as soon as that was asked for.
    case ending
    case over
  }

  /// What becomes of a new value.
  enum Offer: Equatable {
    /// It is delivered now.
    case deliver
    /// It goes to the end of the line, and ``begin()`` has to follow.
    case due
    /// It goes to the end of the line.
    case waits
    /// It goes to the end of the line, out of which the one at this place goes.
    case waitsForOldest(at: Int)
    case ignored
  }

  /// What is to be done next.
  enum Step: Equatable {
    /// The first of the line is delivered.
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

  /// Whether nothing is delivered any more.
  var isOver: Bool { phase == .over }

  /// Decides about a new value.
  mutating func offer() -> Offer {
    guard phase == .open else { return .ignored }
    if !isDelivering, waitingCount == 0, demand > 0 {
      demand -= 1
      isDelivering = true
      return .deliver
    }
    // Subtracted: what is asked for may be as much as a number holds.
    if let asked = demand.max, waitingCount - asked >= capacity {
      return .waitsForOldest(at: asked)
    }
    waitingCount += 1
    return isDue ? .due : .waits
  }

  /// Notes that the subscriber asks for more.
  ///
  /// - Returns: whether a value is due: ``begin()`` has to follow.
  mutating func request(_ more: Subscribers.Demand) -> Bool {
    demand += more
    return isDue
  }

  /// Begins to deliver what is due.
  mutating func begin() -> Step {
    isDelivering ? .nothing : step()
  }

  /// Goes on when a value was delivered.
  mutating func next(after more: Subscribers.Demand) -> Step {
    isDelivering = false
    demand += more
    return step()
  }

  /// Ends the subscription behind what is delivered, and what waits to be asked for.
  mutating func finish() -> Step {
    guard phase == .open else { return .nothing }
    phase = .ending
    return isDelivering ? .nothing : step()
  }

  /// Ends the subscription at once; the line is void.
  mutating func cancel() {
    phase = .over
    waitingCount = 0
  }

  private var isDue: Bool {
    phase != .over && !isDelivering && waitingCount > 0 && demand > 0
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
