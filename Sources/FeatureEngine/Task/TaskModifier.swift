import StoreCore

/// What is changed about the operations of a task.
enum TaskModifier {
  case priority(TaskPriority?)
  case named(String)
  case cancellable(EffectID, cancelInFlight: Bool)
  case delay(Duration, (any Clock<Duration>)?)
  case debounce(EffectID, Duration, (any Clock<Duration>)?)
  case throttle(EffectID, Duration, ThrottleEdges, (any Clock<Duration>)?)
  case timeout(Duration, (any Clock<Duration>)?)
  case retry(RetryPolicy, (any Clock<Duration>)?)

  /// The modified program.
  func modify<Action>(_ program: EffectProgram<Action>) -> EffectProgram<Action> {
    switch self {
    case .priority(let priority):
      program.options { $0.priority = priority }
    case .named(let name):
      program.options { $0.name = name }
    case .cancellable(let id, let cancelInFlight):
      program.cancellable(id: id, cancelInFlight: cancelInFlight)
    case .delay(let duration, let clock):
      program.delay(for: duration, clock: clock)
    case .debounce(let id, let duration, let clock):
      program.debounce(id: id, for: duration, clock: clock)
    case .throttle(let id, let duration, let edges, let clock):
      program.throttle(id: id, for: duration, edges: edges, clock: clock)
    case .timeout(let duration, let clock):
      program.timeout(after: duration, clock: clock)
    case .retry(let policy, let clock):
      program.retry(policy, clock: clock)
    }
  }
}
