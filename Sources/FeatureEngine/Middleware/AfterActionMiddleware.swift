public import Foundation

/// Middleware that is called after an action was handled.
@MainActor
public protocol AfterActionMiddleware: BaseActionMiddleware {
  /// Called after an action was handled, before its tasks start.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state after the action.
  ///   - result: What the handler returned, transformed by ``ActionHandler/transform(_:)``.
  ///   - duration: How long the handler took, in seconds, by the store's clock.
  /// - Throws: any error. Middleware used later is not called, and error middleware is; the tasks start
  ///   nevertheless, because what the handler did stays done.
  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws
}
