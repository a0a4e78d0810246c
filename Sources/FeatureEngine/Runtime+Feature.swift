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
    let runtime: Runtime
    if handler.isSynchronous {
      runtime = Runtime(options: options, ordering: ordering) { action in
        let task = handler.handleSynchronously(action, context.state, clock: clock) {
          link.runtime?.reportFailure($0, of: action)
        }
        context.stateHasChanged()
        return task.program(in: context)
      }
    } else {
      runtime = Runtime(options: options, ordering: ordering) { action async in
        let task = await handler.handle(action, context.state, clock: clock) {
          link.runtime?.reportFailure($0, of: action)
        }
        context.stateHasChanged()
        return task.program(in: context)
      }
    }
    link.runtime = runtime
    return runtime
  }
}
