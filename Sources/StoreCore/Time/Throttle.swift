/// The ends of a throttle's interval at which operations begin.
public enum ThrottleEdges: Hashable, Sendable {
  /// The first operation begins at once; those within the interval after it are refused.
  case leading
  /// The first operation opens an interval; the newest one within it begins at its end.
  case trailing
  /// The first operation begins at once; the newest one within the interval after it begins at its end.
  case both
  /// The first operation opens an interval, and begins at its end; others within it are refused.
  case trailingKeepingFirst
  /// The first operation begins at once; the next one within the interval after it begins at its end, and others are
  /// refused.
  case bothKeepingFirst
}

extension ThrottleEdges {
  /// Whether the first begins at once.
  package var isLeading: Bool {
    switch self {
    case .leading, .both, .bothKeepingFirst: true
    case .trailing, .trailingKeepingFirst: false
    }
  }

  /// Whether one is held back until the end of the interval.
  package var isTrailing: Bool { self != .leading }

  /// Whether the one that is held back stays when another comes.
  package var keepsFirst: Bool {
    switch self {
    case .trailingKeepingFirst, .bothKeepingFirst: true
    case .leading, .trailing, .both: false
    }
  }
}

/// At most one beginning for each interval, for the effects of one name.
package final class Throttle: Sendable {
  package let id: EffectID
  let duration: Duration
  let edges: ThrottleEdges
  let clock: (any Clock<Duration>)?

  init(id: EffectID, duration: Duration, edges: ThrottleEdges, clock: (any Clock<Duration>)?) {
    self.id = id
    self.duration = duration
    self.edges = edges
    self.clock = clock
  }
}

extension Program {
  /// The program with a limit to how often effects of a name may begin.
  func throttled(_ throttle: Throttle) -> Program {
    guard case .operation(let operation) = self, operation.throttle == nil else {
      // Around the program, also where that is an operation: one that has a throttle keeps it.
      return isNone ? self : Program.modified(self, .throttle(throttle)).named(throttle.id, for: .throttle)
    }
    return operation.known(as: throttle.id) { $0.with(throttle: throttle) }
  }
}
