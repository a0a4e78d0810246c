public import StoreCore

// Of a composed effect a modifier means each operation inside, unless it says otherwise. Where an effect has no
// operation, such as in `event` and `cancel`, such a modifier changes nothing, and a `timeout` or a `retry` is an issue;
// those that mean the whole, `cancellable`, `policy`, `debounce` and `throttle`, do what they say, and so does `delay`.
extension Effect {
  /// Sends an event for an error of the effect's operations, where the handler returns one.
  ///
  /// It is called once for each operation that throws: a `throwingTask`, a stream, or one
  /// that took longer than its ``timeout(after:clock:)``. A cancelled one throws nothing: its error is dropped.
  public func `catch`(_ handler: @escaping @MainActor (any Error) -> Event?) -> Effect {
    .catching(self, handler: handler)
  }

  /// Calls `handler` when an operation was cancelled or replaced; an event that it returns is handled.
  ///
  /// It is not called when the host is deallocated; when it disappears, the event is dropped.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Event?) -> Effect {
    .program { env in program(in: env).onCancel(handler) }
  }

  /// Gives the tasks of all operations a priority.
  public func priority(_ priority: TaskPriority?) -> Effect {
    .modified(self, by: .priority(priority))
  }

  /// Gives the tasks of all operations a name for debuggers and observers.
  public func named(_ name: String) -> Effect {
    .modified(self, by: .named(name))
  }

  /// Says what happens to running effects of the same name, whether that is given before or after.
  ///
  /// It is for an operation as for a composite with a name. A composite without one passes it on to the names in it.
  public func policy(_ policy: LaunchPolicy) -> Effect {
    .modified(self, by: .policy(policy))
  }

  /// Gives the effect a name, by which it is cancelled, replaced and asked for as a whole.
  ///
  /// A single operation without a name gets this one; any other effect keeps the names inside, and is running until
  /// everything in it has ended. `cancelInFlight` cancels what runs under the name before; with `false` both share the
  /// name, and one cancel ends all. Where it is not given the effect's policy decides, and an effect without one cancels.
  public func cancellable(name: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> Effect {
    .modified(self, by: .cancellable(EffectID(name), cancelInFlight: cancelInFlight))
  }

  /// Waits before each operation begins, on the host's clock or a given one.
  ///
  /// The effect is registered at once, and a cancel ends the wait. An event, an action or a cancel waits too; inside a
  /// composite that is delayed they do not.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> Effect {
    .modified(self, by: .delay(duration, clock: clock))
  }

  /// Begins once no newer effect of the same name was launched for a while.
  ///
  /// A composite waits as a whole, and is known by the name.
  public func debounce(
    name: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    .modified(self, by: .debounce(EffectID(name), duration, clock: clock))
  }

  /// Begins at most once of a name within each interval.
  ///
  /// With both edges, the default, the first one begins at once and the newest one at the end of the interval. A
  /// composite begins as a whole, and is known by the name.
  public func throttle(
    name: some Hashable & Sendable,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    .modified(self, by: .throttle(EffectID(name), duration, edges, clock: clock))
  }

  /// Fails each operation that takes longer than a duration with an `EffectTimeoutError`.
  ///
  /// The operation is cancelled then, and the error goes to the nearest ``catch(_:)``. An event, an action or a cancel
  /// takes no time: around it the modifier is ignored, with an issue.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> Effect {
    .modified(self, by: .timeout(duration, clock: clock))
  }

  /// Runs each operation again when it fails, under the same name.
  ///
  /// What an attempt sent before it failed stays sent. An event, an action or a cancel cannot fail: around it the
  /// modifier is ignored, with an issue.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> Effect {
    .modified(self, by: .retry(policy, clock: clock))
  }
}
