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
  /// name is cancelled, each operation in it is, at once, and what has not started never does. The same happens when
  /// an operation is launched under the name with ``LaunchPolicy/replace``, unless it belongs to the program itself.
  /// The other policies look at operations alone.
  ///
  /// Programs with names may be inside each other: when an inner one is cancelled, the outer one goes on. In a scope
  /// the name belongs to the scope, as any name.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - cancelInFlight: `true` cancels what runs under the name before, in one step; `false` lets both share the
  ///     name, and one cancel ends all.
  /// - Returns: the program with the name.
  /// - Complexity: O(1), however large the program is.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = true) -> EffectProgram {
    let id = EffectID(id)
    guard case .launch(let launch)? = node, launch.id == nil, launch.throttle == nil else {
      return named(id, cancelsInFlight: cancelInFlight)
    }
    return options {
      $0.id = id
      $0.policy = cancelInFlight ? .replace : .concurrent
    }
  }

  /// The same program for another type of action.
  ///
  /// Names, order and cancellation are kept. `transform` is called once for each action, off the main actor for
  /// actions that an operation sends.
  ///
  /// - Complexity: O(1), however large the program is.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectProgram<Other> {
    guard isComposite else { return mapOutermost(transform) }
    return EffectProgram<Other>(node: .scoped(ScopedProgram.Lifted(self, scope: nil, embed: transform)))
  }

  /// The same program for another type of action, whose parts are mapped when they run.
  func mapOutermost<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectProgram<Other> {
    switch node {
    case nil: .none
    case .emit(let action): .emit(transform(action))
    case .cancel(let selector): .cancel(selector)
    case .launch(let launch): EffectProgram<Other>(node: .launch(launch.map(transform)))
    case .sequence(let list): .sequence(list.members.map { $0.map(transform) })
    case .merge(let list): .merge(list.members.map { $0.map(transform) })
    case .catching(let caught): caught.body.map(transform).catch { caught.handler($0).map(transform) }
    case .modified(let modified): modified.body.map(transform).modified(by: modified.modifier.map(transform))
    case .named(let named): named.body.map(transform).named(named.id, cancelsInFlight: named.cancelsInFlight)
    case .gated(let gated): gated.body.map(transform).gated(by: gated.gate.map(transform))
    case .scoped: map(transform)
    case .deferred(let make): .deferred { make().map(transform) }
    // Comes from a store's own handler, and goes to its runtime as it is.
    case .suspended: .none
    }
  }

  /// The program with a change of its operations: at once if it is one, else when they start.
  func modified(by modifier: ProgramModifier<Action>) -> EffectProgram {
    if case .launch(let launch)? = node {
      return EffectProgram(node: .launch(modifier.applied(to: launch)))
    }
    return isComposite ? EffectProgram(node: .modified(ModifiedProgram(self, modifier))) : self
  }

  /// The program known by a name as a whole.
  func named(_ id: EffectID, cancelsInFlight: Bool) -> EffectProgram {
    isNone ? self : EffectProgram(node: .named(NamedProgram(self, id: id, cancelsInFlight: cancelsInFlight)))
  }

  /// The program behind an operation without which it does not start.
  func gated(by gate: Launch<Action>) -> EffectProgram {
    isNone ? self : EffectProgram(node: .gated(GatedProgram(gate, before: self)))
  }
}
