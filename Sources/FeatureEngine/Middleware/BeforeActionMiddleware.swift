/// Middleware that is called before an action is handled.
@MainActor
public protocol BeforeActionMiddleware: BaseActionMiddleware {
  /// Called before an action is handled, with the state before it.
  ///
  /// - Throws: Any error, to veto the action: it is not handled, later middleware is not called, and the error goes to
  ///   ``ErrorHandlingMiddleware/onError(error:action:state:)`` and ``ActionHandler/onError(_:)``.
  func beforeAction<Action, State>(action: Action, state: State) async throws
}
