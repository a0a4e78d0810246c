public import StoreCore

// Of a composed task a modifier means each operation inside, unless it says otherwise. Where a task has no operation,
// such as in `none`, `send` and `cancel`, it changes nothing.
extension ActionTask {
  /// Handles an error of the task's operations, on the main actor.
  ///
  /// It is called once for each operation that throws. A cancelled one throws nothing: its error is dropped.
  public func `catch`(_ handler: @escaping @MainActor (any Error, State) -> Void) -> ActionTask {
    isNone ? self : ActionTask(.catching(self, handler))
  }

  /// Gives the tasks of all operations a priority.
  public func priority(_ priority: TaskPriority?) -> ActionTask {
    modified(by: .priority(priority))
  }

  /// Waits before each operation begins, on the store's clock or a given one.
  ///
  /// The task is registered at once, and a cancel ends the wait.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> ActionTask {
    modified(by: .delay(duration, clock))
  }

  /// Begins the task once no newer one of the same name was started for a while.
  ///
  /// It gives its operations the name; of several the last one alone is left.
  public func debounce(
    id: some TaskID,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> ActionTask {
    modified(by: .debounce(EffectID(id), duration, clock))
  }

  /// Begins at most one task of a name within each interval.
  ///
  /// With both edges, the default, the first one begins at once and the newest one at the end of the interval.
  public func throttle(
    id: some TaskID,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> ActionTask {
    modified(by: .throttle(EffectID(id), duration, edges, clock))
  }

  /// Fails each operation that takes longer than a duration with an `EffectTimeoutError`.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> ActionTask {
    modified(by: .timeout(duration, clock))
  }

  /// Runs each operation again when it fails, under the same name.
  ///
  /// What an attempt has written to the state stays written.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> ActionTask {
    modified(by: .retry(policy, clock))
  }

  private func modified(by modifier: TaskModifier) -> ActionTask {
    isNone ? self : ActionTask(.modified(self, modifier))
  }
}
