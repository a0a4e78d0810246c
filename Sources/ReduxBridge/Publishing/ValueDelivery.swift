import DequeModule
import OpenCombineShim

/// The decisions of one subscription to a store: which values are delivered, and when.
///
/// One value is delivered at a time: ``offer(_:)``, ``begin()`` or ``next(after:)`` has it delivered, and ``next(after:)``
/// has to follow. Values that nobody has asked for wait, up to a capacity; then the oldest of them goes.
struct ValueDelivery<Value> {
  private enum Phase {
    case open
    /// To be finished behind what is delivered and was asked for.
    case ending
    case over
  }

  /// What becomes of an offered value.
  enum Offer: Equatable {
    /// It is to be delivered now.
    case deliver
    /// It is due behind others: ``begin()`` has to follow.
    case due
    case waits
    /// It waits in the place of the oldest one.
    case waitsForOldest
    case ignored
  }

  /// What is to be done next.
  enum Step {
    case deliver(Value)
    case finish
    case nothing
  }

  private let capacity: Int
  private var demand = Subscribers.Demand.none
  private var waiting = Deque<Value>()
  private var isDelivering = false
  private var phase = Phase.open

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Whether nothing is delivered any more.
  var isOver: Bool { phase == .over }

  /// Takes a new value.
  mutating func offer(_ value: Value) -> Offer {
    guard phase == .open else { return .ignored }
    if !isDelivering, waiting.isEmpty, demand > 0 {
      demand -= 1
      isDelivering = true
      return .deliver
    }
    waiting.append(value)
    if let asked = demand.max, waiting.count > asked + capacity {
      waiting.remove(at: asked)
      return .waitsForOldest
    }
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

  /// Ends the subscription behind what is delivered, and is due.
  mutating func finish() -> Step {
    guard phase == .open else { return .nothing }
    phase = .ending
    return isDelivering ? .nothing : step()
  }

  /// Ends the subscription at once.
  mutating func cancel() {
    phase = .over
    waiting = []
  }

  private var isDue: Bool {
    phase != .over && !isDelivering && !waiting.isEmpty && demand > 0
  }

  private mutating func step() -> Step {
    if isDue, let value = waiting.popFirst() {
      demand -= 1
      isDelivering = true
      return .deliver(value)
    }
    guard phase == .ending else { return .nothing }
    cancel()
    return .finish
  }
}
