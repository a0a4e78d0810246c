/// A change of an effect's operations as a value; the methods of ``StoreEffect`` make these.
public enum EffectModifier: Sendable {
  /// The priority of the tasks.
  case priority(TaskPriority?)
  /// The name of the tasks for debuggers and observers.
  case named(String)
  /// The rule for running effects of a name; without one, of the name that was given last.
  case policy(LaunchPolicy, of: EffectID? = nil)
  /// A name for the whole; see ``StoreEffect/cancellable(id:cancelInFlight:)``.
  case cancellable(EffectID, cancelInFlight: Bool?)
  /// A wait before each operation; see ``StoreEffect/delay(for:clock:)``.
  case delay(Duration, clock: (any Clock<Duration>)?)
  /// A beginning once no newer effect has come for a while; see ``StoreEffect/debounce(id:for:clock:)``.
  case debounce(EffectID, Duration, clock: (any Clock<Duration>)?)
  /// At most one beginning in each interval; see ``StoreEffect/throttle(id:for:edges:clock:)``.
  case throttle(EffectID, Duration, ThrottleEdges, clock: (any Clock<Duration>)?)
  /// A time limit for each operation; see ``StoreEffect/timeout(after:clock:)``.
  case timeout(Duration, clock: (any Clock<Duration>)?)
  /// Further attempts when an operation fails; see ``StoreEffect/retry(_:clock:)``.
  case retry(RetryPolicy, clock: (any Clock<Duration>)?)
}
