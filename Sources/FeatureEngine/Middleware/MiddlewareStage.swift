import Foundation

/// One middleware, by the protocols that it conforms to.
@MainActor
struct MiddlewareStage {
  /// The middleware, if it never suspends.
  let synchronous: (any SynchronousActionMiddleware)?
  private let before: (any BeforeActionMiddleware)?
  private let after: (any AfterActionMiddleware)?
  private let error: (any ErrorHandlingMiddleware)?

  init(_ middleware: some BaseActionMiddleware) {
    synchronous = middleware as? any SynchronousActionMiddleware
    // Middleware that is both is called once.
    let parts: (any BaseActionMiddleware)? = synchronous == nil ? middleware : nil
    before = parts as? any BeforeActionMiddleware
    after = parts as? any AfterActionMiddleware
    error = parts as? any ErrorHandlingMiddleware
  }

  /// Whether the middleware has no function to call.
  var isEmpty: Bool { synchronous == nil && before == nil && after == nil && error == nil }

  func beforeAction<Action, State>(_ action: Action, _ state: State) async throws {
    try synchronous?.beforeAction(action: action, state: state)
    try await before?.beforeAction(action: action, state: state)
  }

  func afterAction<Action, State>(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    _ duration: TimeInterval
  ) async throws {
    try synchronous?.afterAction(action: action, state: state, result: result, duration: duration)
    try await after?.afterAction(action: action, state: state, result: result, duration: duration)
  }

  func onError<Action, State>(_ error: any Error, _ action: Action, _ state: State) async {
    synchronous?.onError(error: error, action: action, state: state)
    await self.error?.onError(error: error, action: action, state: state)
  }
}
