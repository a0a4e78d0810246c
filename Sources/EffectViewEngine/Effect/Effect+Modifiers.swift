public import StoreCore

extension Effect: ModifiableEffect {
  /// The effect with a change that is given as a value.
  public func modified(by modifier: EffectModifier) -> Effect {
    .modified(self, by: modifier)
  }

  /// Calls `handler` when an operation was cancelled or replaced; an event that it returns is handled.
  ///
  /// It is not called when the host is deallocated; when it disappears, the event is dropped.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Event?) -> Effect {
    .answeringCancel(self, handler: handler)
  }

  /// Sends an event for an error of the effect's operations, where the handler returns one.
  ///
  /// It is called once for each operation that throws: a `throwingTask`, a stream, or one
  /// that took longer than its `timeout(after:clock:)`. A cancelled one throws nothing: its error is dropped.
  public func `catch`(_ handler: @escaping @MainActor (any Error) -> Event?) -> Effect {
    .catching(self, handler: handler)
  }

  /// Gives the effect a name, by which it is cancelled, replaced and asked for as a whole.
  ///
  /// It is `cancellable(id:cancelInFlight:)` in the word of EffectView, where tasks have names.
  public func cancellable(name: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> Effect {
    cancellable(id: name, cancelInFlight: cancelInFlight)
  }

  /// Begins once no newer effect of the same name was launched for a while: `debounce(id:for:clock:)` in the word of
  /// EffectView.
  ///
  /// A composite waits as a whole, and is known by the name.
  public func debounce(
    name: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    debounce(id: name, for: duration, clock: clock)
  }

  /// Begins at most once of a name within each interval: `throttle(id:for:edges:clock:)` in the word of EffectView.
  ///
  /// With both edges, the default, the first one begins at once and the newest one at the end of the interval. A
  /// composite begins as a whole, and is known by the name.
  public func throttle(
    name: some Hashable & Sendable,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    throttle(id: name, for: duration, edges: edges, clock: clock)
  }
}
