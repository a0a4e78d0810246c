/// When, around the intervals of a throttle, operations begin.
public enum ThrottleEdges: Hashable, Sendable {
  /// The first operation begins at once; those within the interval after it are refused.
  case leading
  /// The first operation begins an interval; the newest one within it begins at its end.
  case trailing
  /// The first operation begins at once; the newest one within the interval after it begins at its end.
  case both
}

/// At most one beginning for each interval, for the effects of one name.
@usableFromInline
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

extension EffectProgram {
  /// The program with a limit to how often effects of a name may begin.
  func throttled(_ throttle: Throttle) -> EffectProgram {
    guard case .operation(let operation)? = node, operation.throttle == nil else {
      // Around the program, also where that is an operation: one that has a throttle keeps it.
      return isNone
        ? self : EffectProgram(node: .modified(self, .throttle(throttle))).named(throttle.id, for: .throttle)
    }
    return operation.known(as: throttle.id) { $0.with(throttle: throttle) }
  }
}
