/// Middleware that is called before an action is handled.
@MainActor
public protocol BeforeActionMiddleware: BaseActionMiddleware {
  /// Called before an action is handled, with the state before it.
  ///
  /// - Throws: Any error, to veto the action: neither its handler nor later middleware is called, and the error goes to
  ///   ``ErrorHandlingMiddleware/onError(error:action:state:)`` and ``ActionHandler/onError(_:)``. The action was not
  ///   handled then: observers are notified of the veto, subscribers to actions and a parent's `output` of nothing. An
  ///   action whose handler throws was handled, as it may have changed the state.
  func beforeAction<Action, State>(action: Action, state: State) async throws
}
