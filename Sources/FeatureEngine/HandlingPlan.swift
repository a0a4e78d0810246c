public import StoreCore

/// The way in which a store handles its feature's actions.
@MainActor
@usableFromInline
struct HandlingPlan<Action: Sendable, State> {
  /// The kinds of handling, from the cheapest.
  @usableFromInline
  enum Way {
    /// A synchronous function alone, called by the store itself.
    case direct(@MainActor (Action, State) throws -> ActionTask<Action, State>)
    /// A synchronous function with middleware or transforms, also called by the store itself.
    case synchronous(ActionHandler<Action, State>, (any Clock<Duration>)?)
    /// Everything else.
    case planned(Runtime<Action>)
  }

  @usableFromInline let way: Way
  /// The store's options, with the feature's own error handler.
  @usableFromInline let options: StoreOptions
  @usableFromInline let link: RuntimeLink<Action>
  private let context: StateContext<State>
  private let handler: ActionHandler<Action, State>

  @usableFromInline
  init(
    _ handler: ActionHandler<Action, State>,
    of engine: any StoreEngine.Type,
    in context: StateContext<State>,
    ordering: ActionOrdering,
    options: StoreOptions
  ) {
    var options = options
    if let errorHandler = handler.errorHandler {
      options.onError = { error, _ in
        errorHandler(error, context.state)
        context.stateHasChanged()
      }
    }
    let link = RuntimeLink<Action>()
    self.options = options
    self.link = link
    self.context = context
    self.handler = handler
    if let execute = handler.plainExecution, !ordering.isSequential {
      way = .direct(execute)
    } else if handler.isSynchronous, !ordering.isSequential {
      way = .synchronous(handler, options.clock)
    } else {
      way = .planned(Self.runtime(handler, of: engine, in: context, ordering: ordering, options: options, link: link))
    }
  }

  private static func runtime(
    _ handler: ActionHandler<Action, State>,
    of engine: any StoreEngine.Type,
    in context: StateContext<State>,
    ordering: ActionOrdering,
    options: StoreOptions,
    link: RuntimeLink<Action>
  ) -> Runtime<Action> {
    let clock = options.clock
    let fail: @MainActor (HandlingFailure, Action) -> Void = { report($0, of: $1, handler, context, link) }
    if handler.isSynchronous {
      return Runtime(of: engine, options: options, ordering: ordering) { action in
        let task = handler.handleSynchronously(action, context.state, clock: clock) { fail($0, action) }
        context.stateHasChanged()
        return task.program(in: context)
      }
    }
    return Runtime(of: engine, options: options, ordering: ordering) { action async in
      let task = await handler.handle(action, context.state, clock: clock) { fail($0, action) }
      // A handler that suspended may end after its store was deallocated.
      guard link.runtime != nil else { return .none }
      context.stateHasChanged()
      return task.program(in: context)
    }
  }

  private static func report(
    _ failure: HandlingFailure,
    of action: Action,
    _ handler: ActionHandler<Action, State>,
    _ context: StateContext<State>,
    _ link: RuntimeLink<Action>
  ) {
    guard let runtime = link.runtime else { return }
    switch failure {
    case .veto(let veto): runtime.vetoHandledAction(veto)
    case .cancel: runtime.dropHandledAction()
    case .error: break
    }
    guard let error = failure.error else { return }
    if let errorHandler = handler.errorHandler {
      errorHandler(error, context.state)
    } else {
      runtime.reportFailure(error, of: action)
    }
  }

  /// Reports a failure of the function that the store calls itself.
  @usableFromInline
  func report(_ failure: HandlingFailure, _ action: Action) {
    Self.report(failure, of: action, handler, context, link)
  }
}
