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
  /// An action that it returns is sent. It is not called when the store goes away. A second handler replaces
  /// the first.
  ///
  /// - Complexity: O(1), however large the program is.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    modified(by: .onCancel(handler))
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
    case .scoped: map(transform)
    }
  }

  /// The program with a change of its operations: at once if it is one, else when they start.
  func modified(by modifier: ProgramModifier<Action>) -> EffectProgram {
    if case .launch(let launch)? = node {
      return EffectProgram(node: .launch(modifier.applied(to: launch)))
    }
    return isComposite ? EffectProgram(node: .modified(ModifiedProgram(self, modifier))) : self
  }
}
