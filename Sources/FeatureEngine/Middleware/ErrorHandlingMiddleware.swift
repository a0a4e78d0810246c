/// Middleware that is called for errors.
@MainActor
public protocol ErrorHandlingMiddleware: BaseActionMiddleware {
  /// Called on all error middleware when any middleware or the handler itself threw.
  ///
  /// Errors of the tasks that run afterwards go to ``ActionTask/catch(_:)`` and ``ActionHandler/onError(_:)``.
  func onError<Action, State>(error: any Error, action: Action, state: State) async
}
