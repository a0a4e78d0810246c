public import Foundation

/// Middleware that never suspends.
///
/// A store whose handler and middleware are all synchronous has handled an action when `send` returns, on every system.
/// All its methods have defaults that do nothing, and may be written without their first labels, as those of
/// ``ActionMiddleware``.
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

  /// Called before an action is handled, unless there is ``beforeAction(action:state:)``.
  func beforeAction<Action, State>(_ action: Action, state: State) throws

  /// Called after an action was handled, unless there is ``afterAction(action:state:result:duration:)``.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws

  /// Called for an error, unless there is ``onError(error:action:state:)``.
  func onError<Action, State>(_ error: any Error, action: Action, state: State)
}

extension SynchronousActionMiddleware {
  /// Calls ``beforeAction(_:state:)``.
  public func beforeAction<Action, State>(action: Action, state: State) throws {
    try beforeAction(action, state: state)
  }

  /// Calls ``afterAction(_:state:result:duration:)``.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    try afterAction(action, state: state, result: result, duration: duration)
  }

  /// Calls ``onError(_:action:state:)``.
  public func onError<Action, State>(error: any Error, action: Action, state: State) {
    onError(error, action: action, state: state)
  }

  /// Does nothing.
  public func beforeAction<Action, State>(_ action: Action, state: State) throws {}

  /// Does nothing.
  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  /// Does nothing.
  public func onError<Action, State>(_ error: any Error, action: Action, state: State) {}
}
