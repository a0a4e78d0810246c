import Foundation
import StoreCore

extension ActionHandler {
  /// Handles an action as a store does, without a store: for a test of a feature on its own.
  ///
  /// - Returns: the task that a store would start; none where middleware or the handler threw.
  public func handle(action: Action, state: State) async -> ActionTask<Action, State> {
    await handle(action, state, clock: ContinuousClock()) { _ in }
  }

  /// Whether neither the function nor any middleware ever suspends.
  var isSynchronous: Bool {
    guard case .synchronous = execution else { return false }
    return stages.allSatisfy { $0.synchronous != nil }
  }

  /// The function, if it is synchronous and there is nothing around it.
  var plainExecution: (@MainActor (Action, State) throws -> ActionTask<Action, State>)? {
    guard stages.isEmpty, transforms.isEmpty, case .synchronous(let execute) = execution else { return nil }
    return execute
  }

  /// Handles an action; `fail` is called with an error that nobody else handles.
  func handle(
    _ action: Action,
    _ state: State,
    clock: any Clock<Duration>,
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
      // What a cancel of ours causes is not an error.
      guard !(Task.isCancelled && error is CancellationError) else { return task }
      for stage in stages { await stage.onError(error, action, state) }
      report(error, state, fail)
    }
    return task
  }

  /// The same for a synchronous handler.
  func handleSynchronously(
    _ action: Action,
    _ state: State,
    clock: any Clock<Duration>,
    fail: @MainActor (any Error) -> Void
  ) -> ActionTask<Action, State> {
    var task = ActionTask<Action, State>.none
    do {
      for stage in stages { try stage.synchronous?.beforeAction(action: action, state: state) }
      let stopwatch = Stopwatch(clock)
      if case .synchronous(let execute) = execution {
        task = transformed(try execute(action, state))
      }
      let duration = stopwatch.seconds
      for stage in stages {
        try stage.synchronous?.afterAction(action: action, state: state, result: task, duration: duration)
      }
    } catch {
      for stage in stages { stage.synchronous?.onError(error: error, action: action, state: state) }
      report(error, state, fail)
    }
    return task
  }

  func report(_ error: any Error, _ state: State, _ fail: @MainActor (any Error) -> Void) {
    if let errorHandler {
      errorHandler(error, state)
    } else {
      fail(error)
    }
  }
}
