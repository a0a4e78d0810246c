/// What is changed about an operation before it starts, or about a program of several before it begins.
package enum ProgramModifier<Action: Sendable>: Sendable {
  case options(@Sendable (inout EffectOptions) -> Void)
  case policy(LaunchPolicy)
  case operation(any OperationModifier)
  case throttle(Throttle)
  case onCancel(@MainActor @Sendable () -> Action?)
  /// Not a change, but a mark: a name was given here, whose policy is that of the whole inside.
  case whole
  /// As above: what follows was given to a sequence or to a merge, whose members it reaches.
  case members(hidesPolicy: Bool)

  /// The operation with the change, if the change is one of operations.
  func applied(to launch: Launch<Action>) -> Launch<Action> {
    switch self {
    case .options(let change):
      var options = launch.options
      change(&options)
      return launch.with(options: options)
    case .policy(let policy):
      var options = launch.options
      options.policy = policy
      return launch.with(options: options)
    case .operation(let modifier):
      return launch.with(modifiers: .adding(modifier, around: launch.modifiers))
    case .onCancel(let handler):
      return launch.with(onCancel: handler)
    case .throttle, .whole, .members:
      return launch
    }
  }

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> ProgramModifier<Other> {
    switch self {
    case .options(let change): .options(change)
    case .policy(let policy): .policy(policy)
    case .operation(let modifier): .operation(modifier)
    case .throttle(let throttle): .throttle(throttle)
    case .onCancel(let handler): .onCancel { handler().map(transform) }
    case .whole: .whole
    case .members(let hidesPolicy): .members(hidesPolicy: hidesPolicy)
    }
  }
}
