extension EffectProgram: ModifiableEffect {
  /// The program with a change that is given as a value.
  ///
  /// - Complexity: O(1), however large the program is.
  public func modified(by modifier: EffectModifier) -> EffectProgram {
    // A debounce and a throttle have their name around them.
    let levels = if case .debounce = modifier { 1 } else if case .throttle = modifier { 1 } else { 0 }
    return EffectProgram(program.modified(by: modifier), around: depth + levels)
  }

  /// Calls `handler` on the main actor when an operation of the program was cancelled or replaced.
  ///
  /// An action that it returns is sent. It is not called when the store is deallocated. A second handler replaces
  /// the first.
  ///
  /// - Complexity: O(1), however large the program is.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    EffectProgram(program.modified(by: .onCancel { handler() }), around: depth)
  }

  /// The program with changed options for each of its operations.
  ///
  /// Programs that an error handler returns are left as they are. Where there is no operation, for example in
  /// ``cancel(_:)``, nothing changes. `change` is called when an operation starts; for a program that is a single
  /// operation, at once.
  ///
  /// - Complexity: O(1), however large the program is.
  public func options(_ change: @escaping @Sendable (inout EffectOptions) -> Void) -> EffectProgram {
    EffectProgram(program.modified(by: .options(change)), around: depth)
  }
}

extension Program {
  fileprivate func modified(by modifier: EffectModifier) -> Program {
    switch modifier {
    case .priority(let priority): modified(by: .options { $0.priority = priority })
    case .named(let name): modified(by: .options { $0.name = name })
    case .policy(let policy): modified(by: ProgramModifier.policy(policy))
    case .cancellable(let id, let cancelInFlight): named(id, cancelInFlight: cancelInFlight)
    case .delay(let duration, let clock): modified(by: .operation(Delay(duration, clock: clock)))
    case .debounce(let id, let duration, let clock): debounced(id, Delay(duration, clock: clock))
    case .throttle(let id, let duration, let edges, let clock):
      throttled(Throttle(id: id, duration: duration, edges: edges, clock: clock))
    case .timeout(let duration, let clock): modified(by: .operation(Timeout(duration, clock: clock)))
    case .retry(let policy, let clock): modified(by: .operation(Retry(policy, clock: clock)))
    }
  }

  /// The program known by a name as a whole, which may be the one that it has.
  fileprivate func named(_ id: EffectID, cancelInFlight: Bool?) -> Program {
    switch self {
    case .operation(let operation) where operation.id.map({ $0 == id }) ?? (operation.throttle == nil):
      modified(
        by: .options {
          $0.id = id
          if let cancelInFlight { $0.policy = cancelInFlight ? .replace : .concurrent }
        }
      )
    case .named(let body, id, .name(let inner)):
      body.named(id, for: .name(cancelInFlight: cancelInFlight ?? inner))
    default:
      named(id, for: .name(cancelInFlight: cancelInFlight))
    }
  }
}
