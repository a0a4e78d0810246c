public import StoreCore

extension Effect {
  /// The effect with a modifier that is given as a value.
  public func modified(by modifier: EffectModifier) -> Effect {
    .modified(Self.members([self]), by: modifier)
  }

  /// Calls `handler` when an operation was cancelled or replaced; an event that it returns is handled.
  ///
  /// It is not called when the host is deallocated; when the host disappears, the event is dropped.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Event?) -> Effect {
    .answeringCancel(Self.members([self]), handler: handler)
  }

  /// Calls `handler` when the effect was refused, by a policy or a throttle; an event that it returns is handled.
  public func onRefused(_ handler: @escaping @MainActor @Sendable () -> Event?) -> Effect {
    .answeringRefusal(Self.members([self]), handler: handler)
  }

  /// Calls `handler` for an error of the effect's operations; an event that it returns is handled.
  ///
  /// It is called once for each operation that throws, or takes longer than its `timeout(after:clock:)`. The error of a
  /// cancelled operation is dropped.
  public func `catch`(_ handler: @escaping @MainActor (any Error) -> Event?) -> Effect {
    .catching(Self.members([self]), handler: handler)
  }

  /// Gives the effect a name, by which it is cancelled, replaced and looked up as a whole.
  ///
  /// EffectView's word for `cancellable(id:cancelInFlight:)`, as its tasks have names.
  public func cancellable(name: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> Effect {
    cancellable(id: name, cancelInFlight: cancelInFlight)
  }

  /// Begins once no newer effect of the same name was launched for a while: EffectView's word for
  /// `debounce(id:for:clock:)`.
  ///
  /// A composite waits as a whole, under the name.
  public func debounce(
    name: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    debounce(id: name, for: duration, clock: clock)
  }

  /// Begins at most one effect of a name in each interval: EffectView's word for `throttle(id:for:edges:clock:)`.
  ///
  /// With both edges, the default, the first effect begins at once and the newest at the end of the interval. A
  /// composite begins as a whole, under the name.
  public func throttle(
    name: some Hashable & Sendable,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> Effect {
    throttle(id: name, for: duration, edges: edges, clock: clock)
  }
}
