/// Middleware that is called before an action is handled.
@MainActor
public protocol BeforeActionMiddleware: BaseActionMiddleware {
  /// Called before an action is handled, with the state before it.
  ///
  /// - Throws: any error, to veto the action. It is not handled then, middleware used later is not asked, and
  ///   ``ErrorHandlingMiddleware/onError(error:action:state:)`` and ``ActionHandler/onError(_:)`` are told of the error.
  func beforeAction<Action, State>(action: Action, state: State) async throws
}
