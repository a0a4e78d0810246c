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
