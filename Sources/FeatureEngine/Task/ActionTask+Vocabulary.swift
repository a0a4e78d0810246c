public import StoreCore

// The vocabulary that the effects of all engines share.
extension ActionTask {
  /// Runs an operation under a name on the main actor, and sends the action that it returns, once the task has ended.
  ///
  /// A running task of the same name is cancelled first. The operation may change the state at any time, like that of a
  /// `run`.
  public static func task(
    id: some TaskID,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (State) async throws -> Action
  ) -> ActionTask {
    ActionTask(.task(EffectOptions(id: EffectID(id), priority: priority), operation))
  }

  /// Runs an operation without a name on the main actor, and sends the action that it returns, once the task has ended.
  public static func task(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (State) async throws -> Action
  ) -> ActionTask {
    ActionTask(.task(EffectOptions(priority: priority), operation))
  }

  /// Cancels the selected tasks.
  public static func cancel(_ selector: EffectSelector) -> ActionTask {
    ActionTask(.cancel(selector))
  }

  /// Runs tasks one after another, like `concatenate`.
  public static func sequence(_ tasks: ActionTask...) -> ActionTask {
    concatenate(tasks)
  }

  /// Runs the tasks of an array one after another.
  public static func sequence(_ tasks: [ActionTask]) -> ActionTask {
    concatenate(tasks)
  }
}

/// A store of this engine, in a file that imports several.
public typealias FeatureStore<F: Feature> = Store<F>
