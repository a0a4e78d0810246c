public import StoreCore

// Of a composed task a modifier means each operation inside, unless it says otherwise. Where a task has no operation,
// such as in `none`, `send` and `cancel`, such a modifier changes nothing, and a `timeout` or a `retry` is an issue;
// those that mean the whole, `cancellable`, `policy`, `debounce` and `throttle`, do what they say, and so does `delay`.
extension ActionTask {
  /// Handles an error of the task's operations, on the main actor.
  ///
  /// It is called once for each operation that throws. A cancelled one throws nothing: its error is dropped.
  public func `catch`(_ handler: @escaping @MainActor (any Error, State) -> Void) -> ActionTask {
    recover { error, state in
      handler(error, state)
      return .none
    }
  }

  /// Answers an error of the task's operations with another task, such as ``send(_:)``.
  ///
  /// An error of the answer goes to the next handler around this one.
  public func recover(_ handler: @escaping @MainActor (any Error, State) -> ActionTask) -> ActionTask {
    isNone ? self : ActionTask(.catching(self, handler))
  }

  /// Answers the cancel of an operation, or its replacement, with an action.
  ///
  /// The handler is called on the main actor, and not when the store is deallocated.
  public func onCancel(_ handler: @escaping @MainActor (State) -> Action?) -> ActionTask {
    isNone ? self : ActionTask(.answeringCancel(self, handler))
  }

  /// Says what happens to running tasks of the same name, whether that is given before or after.
  ///
  /// They are replaced unless another policy is given. It is for an operation as for a composed task with a name; a
  /// composed task without one passes it on to the names in it.
  public func policy(_ policy: LaunchPolicy) -> ActionTask {
    modified(by: .policy(policy))
  }

  /// Gives the tasks of all operations a name for debuggers and observers.
  public func named(_ name: String) -> ActionTask {
    modified(by: .named(name))
  }

  /// Gives the whole task a name, beside those that its operations have.
  ///
  /// The name is in use until all of the task has ended. Cancelling it cancels the operations that run, and those that
  /// have not started never do.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - cancelInFlight: Whether tasks of this name are cancelled first; else they share it, and one cancel ends all.
  ///     Without it the task's policy decides, and a task without one cancels.
  /// - Returns: the task with a name.
  public func cancellable(id: some TaskID, cancelInFlight: Bool? = nil) -> ActionTask {
    modified(by: .cancellable(EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Gives the tasks of all operations a priority.
  public func priority(_ priority: TaskPriority?) -> ActionTask {
    modified(by: .priority(priority))
  }

  /// Waits before each operation begins, on the store's clock or a given one.
  ///
  /// The task is registered at once, and a cancel ends the wait. A ``send(_:)`` or a cancel waits too; inside a composed
  /// task that is delayed they do not.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> ActionTask {
    modified(by: .delay(duration, clock: clock))
  }

  /// Begins the whole task once no newer one of the same name was started for a while.
  public func debounce(
    id: some TaskID,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> ActionTask {
    modified(by: .debounce(EffectID(id), duration, clock: clock))
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
    modified(by: .throttle(EffectID(id), duration, edges, clock: clock))
  }

  /// Fails each operation that takes longer than a duration with an `EffectTimeoutError`.
  ///
  /// A ``send(_:)`` or a cancel takes no time: around it the modifier is ignored, with an issue.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> ActionTask {
    modified(by: .timeout(duration, clock: clock))
  }

  /// Runs each operation again when it fails, under the same name.
  ///
  /// What an attempt has written to the state stays written. A ``send(_:)`` or a cancel cannot fail: around it the
  /// modifier is ignored, with an issue.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> ActionTask {
    modified(by: .retry(policy, clock: clock))
  }

  private func modified(by modifier: EffectModifier) -> ActionTask {
    isNone ? self : ActionTask(.modified(self, modifier))
  }
}
