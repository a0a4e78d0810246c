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

  /// Whether the first operation begins at once.
  package var isLeading: Bool {
    switch self {
    case .leading, .both, .bothKeepingFirst: true
    case .trailing, .trailingKeepingFirst: false
    }
  }

  /// Whether an operation is held back until the end of the interval.
  package var isTrailing: Bool { self != .leading }

  /// Whether the operation that is held back stays when another comes.
  package var keepsFirst: Bool {
    switch self {
    case .trailingKeepingFirst, .bothKeepingFirst: true
    case .leading, .trailing, .both: false
    }
  }
}

/// A limit of one beginning in each interval, for the effects of one name.
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

extension Program {
  /// The program with a limit to how often effects of a name may begin.
  ///
  /// Of two throttles of one name the outer one applies: the interval that it opens would refuse what the inner one
  /// begins.
  func throttled(_ throttle: Throttle) -> Program {
    switch self {
    case .none:
      return self
    case .operation(let operation) where operation.throttle.map { $0.id == throttle.id } ?? true:
      return operation.known(as: throttle.id) { $0.throttle = throttle }
    case .named(.modified(let body, .throttle), throttle.id, .throttle):
      return .modified(body, .throttle(throttle)).named(throttle.id, for: .throttle)
    default:
      // Around the program, even if that is an operation: one that has another throttle keeps it.
      return Program.modified(self, .throttle(throttle)).named(throttle.id, for: .throttle)
    }
  }
}

extension OpenedProgram {
  /// The wait of a whole program for its throttle, if it has one.
  func throttleWait() -> Wait? {
    var rest = modifiers
    guard let (throttle, given) = rest.takeThrottle() else { return nil }
    let facts = program.facts()
    // Else it is the first name after the policies that were given inside.
    let isFirst = !rest.isThrottled && !facts.hasName
    let policy = given ?? (isFirst ? rest.policy ?? facts.policy : nil)
    var operation = rest.operationInFront(throttle: throttle).with { $0.options.policy = policy }
    if operation.answers?.onRefused == nil, let answer = program.refusalAnswer {
      operation = operation.modified(by: .onRefused(answer))
    }
    if isFirst { rest.giveAllPolicies() }
    return Wait(operation: operation, modifiers: rest)
  }
}
