public import Foundation
import StoreCore

extension ActionHandler {
  /// Handles an action as a store does, without a store: for a test of a feature on its own.
  ///
  /// An error is dropped where the caller's task was cancelled, as that of a cancelled action is.
  ///
  /// - Returns: the task that a store would start; none where middleware refused the action, or the handler threw.
  public func handle(action: Action, state: State) async -> ActionTask<Action, State> {
    await handle(action, state, clock: nil) { errorHandler?($0, state) }
  }

  /// Whether neither the function nor any middleware ever suspends.
  var isSynchronous: Bool {
    guard case .synchronous = execution else { return false }
    return stages.count == synchronousMiddleware.count
  }

  /// The function, if it is synchronous and there is nothing around it.
  var plainExecution: (@MainActor (Action, State) throws -> ActionTask<Action, State>)? {
    guard stages.isEmpty, transforms.isEmpty, case .synchronous(let execute) = execution else { return nil }
    return execute
  }

  /// Handles an action; `fail` is called with an error, after middleware.
  func handle(
    _ action: Action,
    _ state: State,
    clock: (any Clock<Duration>)?,
    fail: @MainActor (any Error) -> Void
  ) async -> ActionTask<Action, State> {
    var task = ActionTask<Action, State>.none
    do {
      for stage in stages { try await stage.beforeAction(action, state) }
      let stopwatch = Stopwatch(clock)
      switch execution {
      case .synchronous(let execute): task = transformed(try execute(action, state))
      case .asynchronous(let execute): task = transformed(try await execute(action, state))
      }
      let duration = stopwatch.seconds
      for stage in stages { try await stage.afterAction(action, state, task, duration) }
    } catch {
      // As that of a cancelled task, the error is dropped: the cancel may have caused it, and the store may be gone.
      guard !Task.isCancelled else { return task }
      for stage in stages { await stage.onError(error, action, state) }
      fail(error)
    }
    return task
  }

  /// The same for a synchronous handler.
  @inlinable
  func handleSynchronously(
    _ action: Action,
    _ state: State,
    clock: (any Clock<Duration>)?,
    fail: @MainActor (any Error) -> Void
  ) -> ActionTask<Action, State> {
    var task = ActionTask<Action, State>.none
    do {
      for middleware in synchronousMiddleware { try middleware.beforeAction(action: action, state: state) }
      let stopwatch = Stopwatch(clock)
      if case .synchronous(let execute) = execution {
        task = transformed(try execute(action, state))
      }
      let duration = stopwatch.seconds
      for middleware in synchronousMiddleware {
        try middleware.afterAction(action: action, state: state, result: task, duration: duration)
      }
    } catch {
      for middleware in synchronousMiddleware { middleware.onError(error: error, action: action, state: state) }
      fail(error)
    }
    return task
  }
}
