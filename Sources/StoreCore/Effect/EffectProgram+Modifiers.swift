extension EffectProgram {
  /// The program with changed options for each of its operations.
  ///
  /// Programs that an error handler returns are left as they are. Where there is no operation, for example in
  /// ``cancel(_:)``, nothing changes. `change` is called when an operation starts; for a program that is a single
  /// operation, at once.
  ///
  /// - Complexity: O(1), however large the program is.
  public func options(_ change: @escaping @Sendable (inout EffectOptions) -> Void) -> EffectProgram {
    modified(by: .options(change))
  }

  /// Calls `handler` on the main actor when an operation of the program was cancelled or replaced.
  ///
  /// An action that it returns is sent. It is not called when the store is deallocated. A second handler replaces
  /// the first.
  ///
  /// - Complexity: O(1), however large the program is.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    modified(by: .onCancel(handler))
  }

  /// Says what happens to running effects of the same name.
  ///
  /// A policy is for a name: that of the operation, or that of the whole, whether it is given before the policy or
  /// after. ``LaunchPolicy/keepRunning`` refuses all of a program while one of its name runs, and with
  /// ``LaunchPolicy/queue(limit:fileID:line:)`` all of it waits. A sequence or a merge without a name passes the policy
  /// on to the names in it. An effect of several names goes by its policy under the name of a debounce or a throttle,
  /// else under the first one that it was given; of two policies the outer one applies.
  ///
  /// A policy that limits is ignored, with an issue, where an operation has no name; any other than
  /// ``LaunchPolicy/replace`` is where the name is that of a ``debounce(id:for:clock:)``. One that would have an effect
  /// wait for itself, because programs take two names inside each other in opposite orders, is ignored for the effect,
  /// with an issue.
  ///
  /// - Complexity: O(1), however large the program is.
  public func policy(_ policy: LaunchPolicy) -> EffectProgram {
    modified(by: ProgramModifier.policy(policy))
  }

  /// The program under a name, by which it is cancelled, replaced and asked for as a whole.
  ///
  /// ```swift
  /// .sequence([
  ///   .task { .found(try await search(text)) },
  ///   .task { .ranked(try await rank(text)) },
  /// ])
  /// .cancellable(id: "search")
  /// ```
  ///
  /// A single operation without a name gets this one. Any other program keeps the names inside, and the whole has this
  /// one in addition: it is running until everything in it has ended, also between two members of a sequence. When the
  /// name is cancelled, each operation in it is, at once, and what has not started never does. Operations with no
  /// names of their own or of their tasks are told of by it. The whole takes one place among those of its name, for all
  /// policies; where ``LaunchPolicy/atMost(_:_:fileID:line:)`` lets the newest win, whole programs stand back before
  /// single operations.
  ///
  /// Programs with names may be inside each other: when an inner one is cancelled, the outer one goes on. In a scope
  /// the name belongs to the scope, as any name. A further name of an effect that has one is another to find and to
  /// cancel it by; others of the further name are replaced when the effect begins, and not if it is refused.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - cancelInFlight: `true` cancels what runs under the name before, in one step; `false` lets both share the
  ///     name, and one cancel ends all. Without it the effect's policy decides, and an effect without one cancels.
  /// - Returns: the program with the name.
  /// - Complexity: O(1), however large the program is.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> EffectProgram {
    let id = EffectID(id)
    guard case .launch(let launch)? = node, launch.id.map({ $0 == id }) ?? (launch.throttle == nil) else {
      return named(id, cancelInFlight: cancelInFlight)
    }
    return options {
      $0.id = id
      if let cancelInFlight {
        $0.policy = cancelInFlight ? .replace : .concurrent
      }
    }
  }

  /// The program with a change of its operations: at once if it is one, else when they start.
  func modified(by modifier: ProgramModifier<Action>) -> EffectProgram {
    switch node {
    case nil, .issue: self
    case .launch(let launch): EffectProgram(node: .launch(launch.modified(by: modifier)))
    default: EffectProgram(node: .modified(self, modifier))
    }
  }

  /// The program known by a name as a whole, which may be the one that it has.
  private func named(_ id: EffectID, cancelInFlight: Bool?) -> EffectProgram {
    guard case .named(let body, id, .name(let inner))? = node else {
      return named(id, for: .name(cancelInFlight: cancelInFlight))
    }
    return body.named(id, for: .name(cancelInFlight: cancelInFlight ?? inner))
  }

  func named(_ id: EffectID, for use: NameUse) -> EffectProgram {
    isNone ? self : EffectProgram(node: .named(self, id, use))
  }
}
