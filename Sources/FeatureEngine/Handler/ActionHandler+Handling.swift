public import Foundation
public import StoreCore

extension ActionHandler {
  /// Handles an action as a store does, without a store, to test a feature by itself.
  ///
  /// An error without ``onError(_:)`` is logged at `error` level, as by a store. An error is dropped if the caller's
  /// task is cancelled, like the error of a cancelled action.
  ///
  /// - Returns: The task that a store would start; `none` if middleware vetoed the action or the handler threw.
  public func handle(action: Action, state: State) async -> ActionTask<Action, State> {
    await handle(action, state, clock: nil) { failure in
      guard let error = failure.error else { return }
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

  /// Handles an action; after error middleware, calls `fail` if it was not handled, or threw.
  func handle(
    _ action: Action,
    _ state: State,
    clock: (any Clock<Duration>)?,
    fail: @MainActor (HandlingFailure) -> Void
  ) async -> ActionTask<Action, State> {
    for stage in stages {
      do {
        try await stage.beforeAction(action, state)
      } catch {
        guard !Task.isCancelled else {
          fail(.cancel)
          return .none
        }
        for stage in stages { await stage.onError(error, action, state) }
        fail(.veto(ActionVeto(error, by: stage.id)))
        return .none
      }
    }
    var task = ActionTask<Action, State>.none
    do {
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
      fail(.error(error))
    }
    return task
  }

  /// Handles an action synchronously.
  @inlinable
  func handleSynchronously(
    _ action: Action,
    _ state: State,
    clock: (any Clock<Duration>)?,
    fail: @MainActor (HandlingFailure) -> Void
  ) -> ActionTask<Action, State> {
    for middleware in synchronousMiddleware {
      do {
        try middleware.beforeAction(action: action, state: state)
      } catch {
        for middleware in synchronousMiddleware { middleware.onError(error: error, action: action, state: state) }
        fail(.veto(ActionVeto(error, by: middleware.id)))
        return .none
      }
    }
    var task = ActionTask<Action, State>.none
    do {
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
      fail(.error(error))
    }
    return task
  }
}

/// How the handling of an action has failed.
@usableFromInline
enum HandlingFailure {
  /// Middleware vetoed the action: it was not handled.
  case veto(ActionVeto)
  /// The action was cancelled before its handler was called: it was not handled, and its error is dropped.
  case cancel
  /// The handler threw, or middleware after it: the action was handled.
  case error(any Error)

  /// The error that error handlers get.
  var error: (any Error)? {
    switch self {
    case .veto(let veto): veto.error
    case .cancel: nil
    case .error(let error): error
    }
  }
}
