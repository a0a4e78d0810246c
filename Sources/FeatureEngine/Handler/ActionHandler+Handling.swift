public import Foundation
import StoreCore

extension ActionHandler {
  /// Handles an action as a store does, without a store, to test a feature by itself.
  ///
  /// An error without ``onError(_:)`` is logged at `error` level, as by a store. An error is dropped if the caller's
  /// task is cancelled, like the error of a cancelled action.
  ///
  /// - Returns: The task that a store would start; `none` if middleware vetoed the action or the handler threw.
  public func handle(action: Action, state: State) async -> ActionTask<Action, State> {
    await handle(action, state, clock: nil) { error in
      if let errorHandler { return errorHandler(error, state) }
      // A runtime writes the report; it runs nothing, and its name tells the reader where the error comes from.
      Runtime<Action>(options: StoreOptions(name: "ActionHandler.handle"), handler: { _ in .none })
        .reportFailure(error, of: action)
    }
  }

  /// Whether neither the function nor any middleware can suspend.
  var isSynchronous: Bool {
    guard case .synchronous = execution else { return false }
    return stages.count == synchronousMiddleware.count
  }

  /// The function, if it is synchronous and has no middleware or transforms.
  var plainExecution: (@MainActor (Action, State) throws -> ActionTask<Action, State>)? {
    guard stages.isEmpty, transforms.isEmpty, case .synchronous(let execute) = execution else { return nil }
    return execute
  }

  /// Handles an action; after error middleware, calls `fail` with an error.
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
      // Dropped like the error of a cancelled task: the cancel may have caused it, and the store may be deallocated.
      guard !Task.isCancelled else { return task }
      for stage in stages { await stage.onError(error, action, state) }
      fail(error)
    }
    return task
  }

  /// Handles an action synchronously.
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
