public import StoreCore

extension ActionTask: ModifiableEffect {
  /// The task with a change that is given as a value.
  public func modified(by modifier: EffectModifier) -> ActionTask {
    isNone ? self : ActionTask(around: self, .modified(self, modifier))
  }

  /// Answers the cancel of an operation, or its replacement, with an action.
  ///
  /// The handler is called on the main actor, and not when the store is deallocated.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> ActionTask {
    onCancel { _ in handler() }
  }

  /// Answers the cancel of an operation, or its replacement, with an action that is made from the state.
  ///
  /// The handler is called on the main actor, and not when the store is deallocated.
  public func onCancel(_ handler: @escaping @MainActor (State) -> Action?) -> ActionTask {
    isNone ? self : ActionTask(around: self, .answeringCancel(self, handler))
  }

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
    isNone ? self : ActionTask(around: self, .catching(self, handler))
  }
}
