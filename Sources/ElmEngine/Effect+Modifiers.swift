public import StoreCore

extension Effect {
  /// Sends an action for an error, instead of calling the store's error hook.
  ///
  /// `handler` is called on the main actor. An error of a cancelled effect is dropped.
  public func `catch`(_ handler: @escaping @MainActor @Sendable (any Error) -> Action) -> Effect {
    .program(program.catch { .emit(handler($0)) })
  }

  /// Calls `handler` on the main actor when an operation was cancelled or replaced; an action it returns is sent.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Effect {
    .program(program.onCancel(handler))
  }

  /// Gives the effect a name, by which it is cancelled, replaced and asked for as a whole.
  ///
  /// A single operation without a name gets this one; any other effect keeps the names inside, and is running until
  /// everything in it has ended. `cancelInFlight` cancels what runs under the name before; with `false` both share the
  /// name, and one cancel ends all. Where it is not given the effect's policy decides, and an effect without one cancels.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> Effect {
    .program(program.cancellable(id: id, cancelInFlight: cancelInFlight))
  }

  /// Gives the tasks of all operations a priority.
  public func priority(_ priority: TaskPriority?) -> Effect {
    options { $0.priority = priority }
  }

  /// Gives the tasks of all operations a name for debuggers.
  public func named(_ name: String) -> Effect {
    options { $0.name = name }
  }

  /// Says what happens to running effects of the same name, whether that is given before or after.
  ///
  /// It is for an operation as for a composite with a name. A composite without one passes it on to the names in it.
  public func policy(_ policy: LaunchPolicy) -> Effect {
    .program(program.policy(policy))
  }

  /// Moves all names into a scope, so that instances of a child feature do not collide.
  public func scoped(to scope: some Hashable & Sendable) -> Effect {
    .program(program.scoped(to: scope))
  }

  private func options(_ change: @escaping @Sendable (inout EffectOptions) -> Void) -> Effect {
    .program(program.options(change))
  }
}
