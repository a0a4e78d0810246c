public import Foundation

/// Middleware that never suspends.
///
/// If a store's handler and middleware are all synchronous, an action has been handled when `send` returns, on every
/// system. All methods have defaults that do nothing, and may be written without their first labels, like those of
/// ``ActionMiddleware``.
///
/// Because of the defaults, a method that is `async`, that has other labels, or that is for one type of action instead
/// of any, compiles and is never called.
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

  /// Called before an action is handled, unless ``beforeAction(action:state:)`` is implemented.
  func beforeAction<Action, State>(_ action: Action, state: State) throws

  /// Called after an action was handled, unless ``afterAction(action:state:result:duration:)`` is implemented.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws

  /// Called for an error, unless ``onError(error:action:state:)`` is implemented.
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
