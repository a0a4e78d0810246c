public import Foundation

/// Middleware that is called after an action was handled.
@MainActor
public protocol AfterActionMiddleware: BaseActionMiddleware {
  /// Called after an action was handled, before its tasks start.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state after the action.
  ///   - result: The task that the handler returned, transformed by ``ActionHandler/transform(_:)``.
  ///   - duration: The time that the handler took, in seconds, by the store's clock.
  /// - Throws: Any error. Later middleware is not called, but error middleware is. The tasks start nevertheless,
  ///   because the handler's changes stay.
  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws
}
