public import StoreCore

// What this engine does in its own way of the vocabulary that the effects of all engines share.
extension ActionTask: StoreEffect {
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

  /// Cancels the tasks of a name: when `send` returns they are not running.
  public static func cancel(id: EffectID) -> ActionTask {
    .cancel(.id(id))
  }

  /// Runs the tasks of an array one after another.
  public static func sequence(_ tasks: [ActionTask]) -> ActionTask {
    concatenate(tasks)
  }
}

/// A store of this engine, in a file that imports several.
public typealias FeatureStore<F: Feature> = Store<F>
