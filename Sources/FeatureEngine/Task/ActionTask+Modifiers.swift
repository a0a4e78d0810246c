public import StoreCore

extension ActionTask {
  /// The task with a modifier that is given as a value.
  public func modified(by modifier: EffectModifier) -> ActionTask {
    isNone ? self : ActionTask(around: self, .modified(self, modifier))
  }

  /// Sends an action when an operation was cancelled or replaced.
  ///
  /// The handler is called on the main actor, and not when the store is deallocated.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> ActionTask {
    onCancel { _ in handler() }
  }

  /// Sends an action that is made from the state when an operation was cancelled or replaced.
  ///
  /// The handler is called on the main actor, and not when the store is deallocated.
  public func onCancel(_ handler: @escaping @MainActor (State) -> Action?) -> ActionTask {
    isNone ? self : ActionTask(around: self, .answeringCancel(self, handler))
  }

  /// Sends an action when the task was refused, by a policy or a throttle.
  ///
  /// The handler is called on the main actor, and not when the store is stopped.
  public func onRefused(_ handler: @escaping @MainActor @Sendable () -> Action?) -> ActionTask {
    onRefused { _ in handler() }
  }

  /// Sends an action that is made from the state when the task was refused, by a policy or a throttle.
  ///
  /// The handler is called on the main actor, and not when the store is stopped.
  public func onRefused(_ handler: @escaping @MainActor (State) -> Action?) -> ActionTask {
    isNone ? self : ActionTask(around: self, .answeringRefusal(self, handler))
  }

  /// Handles an error of the task's operations, on the main actor.
  ///
  /// The handler is called once for each operation that throws. The error of a cancelled operation is dropped.
  public func `catch`(_ handler: @escaping @MainActor (any Error, State) -> Void) -> ActionTask {
    recover { error, state in
      handler(error, state)
      return .none
    }
  }

  /// Runs another task, such as ``send(_:)``, for an error of the task's operations.
  ///
  /// An error of that task goes to the next handler around this one.
  public func recover(_ handler: @escaping @MainActor (any Error, State) -> ActionTask) -> ActionTask {
    isNone ? self : ActionTask(around: self, .catching(self, handler))
  }
}
