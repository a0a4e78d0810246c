import StoreCore

extension ConformanceEffect {
  /// Runs an operation with or without a name; by default it replaces the one before it.
  static func run(_ id: EffectID? = nil, policy: LaunchPolicy = .replace, _ operation: @escaping Operation) -> Self {
    .run(id: id, policy: policy, operation: operation)
  }

  /// Sends one action.
  static func sending(_ name: String, id: EffectID? = nil, policy: LaunchPolicy = .replace) -> Self {
    run(id, policy: policy) { send in send(name) }
  }

  /// Waits at a gate, whether it is cancelled or not, and then sends an action.
  static func waiting(
    at gate: Gate,
    thenSending name: String? = nil,
    id: EffectID? = nil,
    policy: LaunchPolicy = .replace,
    whenCancelled: (@Sendable () -> Void)? = nil
  ) -> Self {
    run(id, policy: policy) { send in
      await withTaskCancellationHandler {
        await gate.pass()
      } onCancel: {
        whenCancelled?()
      }
      if let name { send(name) }
    }
  }
}
