/// Middleware that is called before an action is handled.
@MainActor
public protocol BeforeActionMiddleware: BaseActionMiddleware {
  /// Called before an action is handled, with the state before it.
  ///
  /// - Throws: Any error, to veto the action: neither its handler nor later middleware is called, and the error goes to
  ///   ``ErrorHandlingMiddleware/onError(error:action:state:)`` and ``ActionHandler/onError(_:)``. Its turn is over then,
  ///   like that of an action whose handler throws: observers and subscribers to actions are notified of it, and a
  ///   parent's `output` gets it, with the state that the error handlers leave.
  func beforeAction<Action, State>(action: Action, state: State) async throws
}
