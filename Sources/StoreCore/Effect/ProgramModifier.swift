/// What is changed about an operation before it starts.
package enum ProgramModifier<Action: Sendable>: Sendable {
  case options(@Sendable (inout EffectOptions) -> Void)
  case operation(any OperationModifier)
  case onCancel(@MainActor @Sendable () -> Action?)

  /// The operation with the change.
  func applied(to launch: Launch<Action>) -> Launch<Action> {
    switch self {
    case .options(let change):
      var options = launch.options
      change(&options)
      return launch.with(options: options)
    case .operation(let modifier):
      return launch.with(modifiers: Chain(modifier, before: launch.modifiers))
    case .onCancel(let handler):
      return launch.with(onCancel: handler)
    }
  }

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> ProgramModifier<Other> {
    switch self {
    case .options(let change): .options(change)
    case .operation(let modifier): .operation(modifier)
    case .onCancel(let handler): .onCancel { handler().map(transform) }
    }
  }
}
