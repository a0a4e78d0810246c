extension EffectProgram: StoreEffect {
  /// The program itself.
  public static func program(_ program: EffectProgram) -> EffectProgram { program }

  /// Cancels the effects of a name.
  public static func cancel(id: EffectID) -> EffectProgram { .cancel(.id(id)) }

  /// The program with a modifier that is given as a value.
  public func modified(by modifier: EffectModifier) -> EffectProgram {
    EffectProgram(program.modified(by: modifier), around: self)
  }

  /// Calls `handler` when an operation was cancelled or replaced; see ``StoreEffect/onCancel(_:)``.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    EffectProgram(program.modified(by: .onCancel { handler() }), around: self)
  }

  /// Calls `handler` when the program was refused; see ``StoreEffect/onRefused(_:)``.
  public func onRefused(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    EffectProgram(program.modified(by: .onRefused { handler() }), around: self)
  }

  /// The program with changed options for each of its operations.
  ///
  /// Programs that an error handler returns are left as they are. Where there is no operation, for example in
  /// ``cancel(_:)``, nothing changes. `change` is called when an operation starts; for a program that is a single
  /// operation, at once.
  public func options(_ change: @escaping @Sendable (inout EffectOptions) -> Void) -> EffectProgram {
    EffectProgram(program.modified(by: .options(change)), around: self)
  }
}

extension Program {
  fileprivate func modified(by modifier: EffectModifier) -> Program {
    switch modifier {
    case .priority(let priority): modified(by: .options { $0.priority = priority })
    case .named(let name): modified(by: .options { $0.name = name })
    case .policy(let policy, let id): modified(by: ProgramModifier.policy(policy, of: id))
    case .cancellable(let id, let cancelInFlight): named(id, cancelInFlight: cancelInFlight)
    case .delay(let duration, let clock):
      modified(by: .operation(Delay(duration: duration, clock: EffectClock(explicit: clock))))
    case .debounce(let id, let duration, let clock):
      debounced(id, Delay(duration: duration, clock: EffectClock(explicit: clock)))
    case .throttle(let id, let duration, let edges, let clock):
      throttled(Throttle(id: id, duration: duration, edges: edges, clock: clock))
    case .timeout(let duration, let clock):
      modified(by: .operation(Timeout(duration: duration, clock: EffectClock(explicit: clock))))
    case .retry(let policy, let clock):
      modified(by: .operation(Retry(policy: policy, clock: EffectClock(explicit: clock))))
    }
  }

  private func modified(by policy: LaunchPolicy?) -> Program {
    policy.map { modified(by: ProgramModifier.policy($0, of: nil)) } ?? self
  }

  /// The program with a name as a whole, which may be the one that it has.
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
    case .named(let body, id, .former(let policy, isDebounced: false)):
      // Given again, it is the last name.
      body.named(id, for: .name(cancelInFlight: cancelInFlight))
        .modified(by: cancelInFlight == nil ? policy : nil)
    default:
      named(id, for: .name(cancelInFlight: cancelInFlight))
    }
  }
}
