/// Middleware that is told of errors.
@MainActor
public protocol ErrorHandlingMiddleware: BaseActionMiddleware {
  /// Called when middleware or the handler itself threw, for every middleware that was used.
  ///
  /// The errors of tasks that run afterwards go to ``ActionTask/catch(_:)`` and ``ActionHandler/onError(_:)``.
  func onError<Action, State>(error: any Error, action: Action, state: State) async
}
