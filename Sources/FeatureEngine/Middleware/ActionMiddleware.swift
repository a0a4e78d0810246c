public import Foundation

/// Middleware around the handling of actions: before, after, and where it fails.
///
/// ```swift
/// struct Validation: ActionMiddleware {
///   func beforeAction<Action, State>(action: Action, state: State) async throws {
///     guard isAllowed(action) else { throw ValidationError() }
///   }
/// }
/// ```
///
/// All its methods have defaults that do nothing. They are called in the order in which middleware was used, each on the
/// main actor. While one suspends, later actions wait in their order; see ``SynchronousActionMiddleware`` for middleware
/// that never does.
///
/// Each method may be written without its first label as well, `beforeAction(_:state:)`, as ViewFeature's source has it.
/// Write one of the two: where both are there, the one with the label is called.
///
/// Because of the defaults, a method with other labels, or with an action of one type in place of any, compiles and is never
/// called. The three parts, such as ``BeforeActionMiddleware``, have no defaults, and ask for the label: what conforms to
/// one of them does not compile without its method.
@MainActor
public protocol ActionMiddleware: BeforeActionMiddleware, AfterActionMiddleware, ErrorHandlingMiddleware {
  /// Called before an action is handled, unless there is ``BeforeActionMiddleware/beforeAction(action:state:)``.
  func beforeAction<Action, State>(_ action: Action, state: State) async throws

  /// Called after an action was handled, unless there is
  /// ``AfterActionMiddleware/afterAction(action:state:result:duration:)``.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws

  /// Called for an error, unless there is ``ErrorHandlingMiddleware/onError(error:action:state:)``.
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
