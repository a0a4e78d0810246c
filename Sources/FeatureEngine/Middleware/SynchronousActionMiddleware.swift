public import Foundation

/// Middleware that never suspends.
///
/// A store whose handler and middleware are all synchronous has handled an action when `send` returns, on every system.
/// All its methods have defaults that do nothing.
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

extension SynchronousActionMiddleware {
  /// Does nothing.
  public func beforeAction<Action, State>(action: Action, state: State) throws {}

  /// Does nothing.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  /// Does nothing.
  public func onError<Action, State>(error: any Error, action: Action, state: State) {}
}
