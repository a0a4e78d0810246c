public import Foundation

/// Middleware around the handling of actions: before it, after it, and for its errors.
///
/// ```swift
/// struct Validation: ActionMiddleware {
///   func beforeAction<Action, State>(action: Action, state: State) async throws {
///     guard isAllowed(action) else { throw ValidationError() }
///   }
/// }
/// ```
///
/// All methods have defaults that do nothing. They are called on the main actor, in the order in which middleware was
/// added. While one is suspended, later actions wait in order; see ``SynchronousActionMiddleware`` for middleware that
/// never suspends.
///
/// Each method may also be written without its first label, `beforeAction(_:state:)`, as in ViewFeature's source. Write
/// one of the two: if both exist, the one with the label is called.
///
/// Because of the defaults, a method with other labels, or for one type of action instead of any, compiles and is never
/// called. The three parts, such as ``BeforeActionMiddleware``, have no defaults and require the label: a conforming
/// type does not compile without the method.
@MainActor
public protocol ActionMiddleware: BeforeActionMiddleware, AfterActionMiddleware, ErrorHandlingMiddleware {
  /// Called before an action is handled, unless ``BeforeActionMiddleware/beforeAction(action:state:)`` is implemented.
  func beforeAction<Action, State>(_ action: Action, state: State) async throws

  /// Called after an action was handled, unless ``AfterActionMiddleware/afterAction(action:state:result:duration:)`` is
  /// implemented.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws

  /// Called for an error, unless ``ErrorHandlingMiddleware/onError(error:action:state:)`` is implemented.
  func onError<Action, State>(_ error: any Error, action: Action, state: State) async
}

extension ActionMiddleware {
  /// Calls ``beforeAction(_:state:)``.
  public func beforeAction<Action, State>(action: Action, state: State) async throws {
    try await beforeAction(action, state: state)
  }

  /// Calls ``afterAction(_:state:result:duration:)``.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    try await afterAction(action, state: state, result: result, duration: duration)
  }

  /// Calls ``onError(_:action:state:)``.
  public func onError<Action, State>(error: any Error, action: Action, state: State) async {
    await onError(error, action: action, state: state)
  }

  /// Does nothing.
  public func beforeAction<Action, State>(_ action: Action, state: State) async throws {}

  /// Does nothing.
  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {}

  /// Does nothing.
  public func onError<Action, State>(_ error: any Error, action: Action, state: State) async {}
}
