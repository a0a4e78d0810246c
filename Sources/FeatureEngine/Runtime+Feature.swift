import StoreCore

extension Runtime {
  /// The runtime of a feature's store.
  static func of<State>(
    _ handler: ActionHandler<Action, State>,
    in context: StateContext<State>,
    ordering: ActionOrdering,
    options: StoreOptions
  ) -> Runtime {
    var options = options
    if let errorHandler = handler.errorHandler {
      options.onError = { error, _ in
        errorHandler(error, context.state)
        context.stateHasChanged()
      }
    }
    let clock = options.clock ?? ContinuousClock()
    let link = RuntimeLink<Action>()
    let fail: @MainActor (any Error, Action) -> Void = { error, action in
      // One that suspended may end when its store has gone.
      guard let runtime = link.runtime else { return }
      if let errorHandler = handler.errorHandler {
        errorHandler(error, context.state)
      } else {
        runtime.reportFailure(error, of: action)
      }
    }
    let runtime: Runtime
    if handler.isSynchronous {
      runtime = Runtime(options: options, ordering: ordering) { action in
        let task = handler.handleSynchronously(action, context.state, clock: clock) { fail($0, action) }
        context.stateHasChanged()
        return task.program(in: context)
      }
    } else {
      runtime = Runtime(options: options, ordering: ordering) { action async in
        let task = await handler.handle(action, context.state, clock: clock) { fail($0, action) }
        guard link.runtime != nil else { return .none }
        context.stateHasChanged()
        return task.program(in: context)
      }
    }
    link.runtime = runtime
    return runtime
  }
}
