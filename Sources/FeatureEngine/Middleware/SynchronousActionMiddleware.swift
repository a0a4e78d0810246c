public import Foundation

/// Middleware that never suspends.
///
/// If a store's handler and middleware are all synchronous, an action has been handled when `send` returns, on every
/// system. None of the functions has a default: leave the body of one empty that has nothing to do.
@MainActor
public protocol SynchronousActionMiddleware: BaseActionMiddleware {
  /// Called before an action is handled; an error vetoes it. See ``BeforeActionMiddleware``.
  func beforeAction<Action, State>(action: Action, state: State) throws

  /// Called after an action was handled, before its tasks start. See ``AfterActionMiddleware``.
  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws

  /// Called when middleware or the handler itself threw. See ``ErrorHandlingMiddleware``.
  func onError<Action, State>(error: any Error, action: Action, state: State)
}
