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
@MainActor
public protocol ActionMiddleware: BeforeActionMiddleware, AfterActionMiddleware, ErrorHandlingMiddleware {}

extension ActionMiddleware {
  /// Does nothing.
  public func beforeAction<Action, State>(action: Action, state: State) async throws {}

  /// Does nothing.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {}

  /// Does nothing.
  public func onError<Action, State>(error: any Error, action: Action, state: State) async {}
}
