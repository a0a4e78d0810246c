/// What is changed about the operations of an effect, as a value: for an engine whose effects are not programs yet.
///
/// The names mean what they mean as methods of ``EffectProgram``.
public enum EffectModifier: Sendable {
  /// The priority of the tasks.
  case priority(TaskPriority?)
  /// The name of the tasks for debuggers and observers.
  case named(String)
  /// What happens to running effects of the same name.
  case policy(LaunchPolicy)
  /// A name for the whole; see ``EffectProgram/cancellable(id:cancelInFlight:)``.
  case cancellable(EffectID, cancelInFlight: Bool?)
  /// A wait before each operation; see ``EffectProgram/delay(for:clock:)``.
  case delay(Duration, clock: (any Clock<Duration>)?)
  /// A beginning once no newer one came for a while; see ``EffectProgram/debounce(id:for:clock:)``.
  case debounce(EffectID, Duration, clock: (any Clock<Duration>)?)
  /// At most one beginning in each interval; see ``EffectProgram/throttle(id:for:edges:clock:)``.
  case throttle(EffectID, Duration, ThrottleEdges, clock: (any Clock<Duration>)?)
  /// A limit of time for each operation; see ``EffectProgram/timeout(after:clock:)``.
  case timeout(Duration, clock: (any Clock<Duration>)?)
  /// Further attempts where an operation fails; see ``EffectProgram/retry(_:clock:)``.
  case retry(RetryPolicy, clock: (any Clock<Duration>)?)
}

extension EffectProgram {
  /// The program with a change that is given as a value.
  public func modified(by modifier: EffectModifier) -> EffectProgram {
    switch modifier {
    case .priority(let priority):
      options { $0.priority = priority }
    case .named(let name):
      options { $0.name = name }
    case .policy(let policy):
      self.policy(policy)
    case .cancellable(let id, let cancelInFlight):
      cancellable(id: id, cancelInFlight: cancelInFlight)
    case .delay(let duration, let clock):
      delay(for: duration, clock: clock)
    case .debounce(let id, let duration, let clock):
      debounce(id: id, for: duration, clock: clock)
    case .throttle(let id, let duration, let edges, let clock):
      throttle(id: id, for: duration, edges: edges, clock: clock)
    case .timeout(let duration, let clock):
      timeout(after: duration, clock: clock)
    case .retry(let policy, let clock):
      retry(policy, clock: clock)
    }
  }
}
