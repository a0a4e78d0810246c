import Foundation

/// One middleware, by the protocols that it conforms to.
@MainActor
struct MiddlewareStage {
  /// The middleware, if it has functions that never suspend.
  private let ownSynchronous: (any SynchronousActionMiddleware)?
  private let before: (any BeforeActionMiddleware)?
  private let after: (any AfterActionMiddleware)?
  private let error: (any ErrorHandlingMiddleware)?
  private let middleware: any BaseActionMiddleware

  /// The name of the middleware.
  var id: String { middleware.id }

  init(_ middleware: some BaseActionMiddleware) {
    ownSynchronous = middleware as? any SynchronousActionMiddleware
    before = middleware as? any BeforeActionMiddleware
    after = middleware as? any AfterActionMiddleware
    error = middleware as? any ErrorHandlingMiddleware
    self.middleware = middleware
  }

  /// The middleware, if it never suspends.
  var synchronous: (any SynchronousActionMiddleware)? {
    before == nil && after == nil && error == nil ? ownSynchronous : nil
  }

  /// Whether the middleware has no function to call.
  var isEmpty: Bool { ownSynchronous == nil && before == nil && after == nil && error == nil }

  func beforeAction<Action, State>(_ action: Action, _ state: State) async throws {
    // Of middleware that is both, the function that may suspend: one that never does stands for it too.
    if let before {
      try await before.beforeAction(action: action, state: state)
    } else {
      try ownSynchronous?.beforeAction(action: action, state: state)
    }
  }

  func afterAction<Action, State>(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    _ duration: TimeInterval
  ) async throws {
    if let after {
      try await after.afterAction(action: action, state: state, result: result, duration: duration)
    } else {
      try ownSynchronous?.afterAction(action: action, state: state, result: result, duration: duration)
    }
  }

  func onError<Action, State>(_ error: any Error, _ action: Action, _ state: State) async {
    if let handler = self.error {
      await handler.onError(error: error, action: action, state: state)
    } else {
      ownSynchronous?.onError(error: error, action: action, state: state)
    }
  }
}
