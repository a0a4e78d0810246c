extension EffectProgram {
  /// The program with changed options for each of its operations.
  ///
  /// Programs that an error handler returns are left as they are. Where there is no operation, for example in
  /// ``cancel(_:)``, nothing changes.
  public func options(_ change: @escaping @Sendable (inout EffectOptions) -> Void) -> EffectProgram {
    mapLaunches { launch in
      var options = launch.options
      change(&options)
      return launch.with(options: options)
    }
  }

  /// Calls `handler` on the main actor when an operation of the program was cancelled or replaced.
  ///
  /// An action that it returns is sent. It is not called when the store goes away. A second handler replaces
  /// the first.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    mapLaunches { $0.with(onCancel: handler) }
  }

  /// The same program for another type of action.
  ///
  /// Names, order and cancellation are kept. `transform` is called once for each action, off the main actor for
  /// actions that an operation sends.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectProgram<Other> {
    switch node {
    case nil: .none
    case .emit(let action): .emit(transform(action))
    case .cancel(let selector): .cancel(selector)
    case .launch(let launch): EffectProgram<Other>(node: .launch(launch.map(transform)))
    case .sequence(let members): .sequence(members.map { $0.map(transform) })
    case .merge(let members): .merge(members.map { $0.map(transform) })
    case .catching(let body, let handler): body.map(transform).catch { handler($0).map(transform) }
    case .scoped: EffectProgram<Other>(node: .scoped(ScopedProgram.Lifted(self, scope: nil, embed: transform)))
    // Comes from a store's own handler, and goes to its runtime as it is.
    case .suspended: .none
    }
  }

  func mapLaunches(_ change: (Launch<Action>) -> Launch<Action>) -> EffectProgram {
    rewrite { node in
      guard case .launch(let launch) = node else { return node }
      return .launch(change(launch))
    }
  }

  /// Rebuilds the program from its leaves; `change` sees a composite after its members were rebuilt.
  private func rewrite(_ change: (Node) -> Node) -> EffectProgram {
    guard let node else { return self }
    switch node {
    case .emit, .cancel, .launch, .suspended:
      return EffectProgram(node: change(node))
    case .sequence(let members):
      return EffectProgram(node: change(.sequence(members.map { $0.rewrite(change) })))
    case .merge(let members):
      return EffectProgram(node: change(.merge(members.map { $0.rewrite(change) })))
    case .catching(let body, let handler):
      return EffectProgram(node: change(.catching(body.rewrite(change), handler)))
    case .scoped(let moved):
      let body = moved.body.rewrite(change)
      return moved.scope.map { body.scoped(to: $0) } ?? body
    }
  }
}
