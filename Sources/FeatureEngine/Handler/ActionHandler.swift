import StoreCore

/// The handling of a feature's actions.
///
/// ```swift
/// ActionHandler { action, state in
///   switch action {
///   case .load:
///     return .run(id: "load") { try await api.fetchUser() } then: { user, state in state.user = user }
///   }
/// }
/// .use(LoggingMiddleware(category: "User"))
/// .onError { error, state in state.errorMessage = error.localizedDescription }
/// ```
///
/// A handler is a value: each method returns a changed copy.
@MainActor
public struct ActionHandler<Action: Sendable, State> {
  @usableFromInline
  enum Execution {
    case synchronous(@MainActor (Action, State) throws -> ActionTask<Action, State>)
    case asynchronous(@MainActor (Action, State) async throws -> ActionTask<Action, State>)
  }

  @usableFromInline let execution: Execution
  private(set) var stages: [MiddlewareStage] = []
  /// The middleware that never suspends; if that is all of it, a store uses this array alone.
  @usableFromInline private(set) var synchronousMiddleware: [any SynchronousActionMiddleware] = []
  @usableFromInline private(set) var transforms: [@MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>] =
    []
  private(set) var errorHandler: (@MainActor (any Error, State) -> Void)?

  /// Creates a handler from a function that changes the state and returns a task.
  ///
  /// On an idle store, the function has been called when `send` returns, unless there is middleware that may suspend.
  /// If it throws, the error goes to ``onError(_:)`` and no task starts.
  public init(_ execute: @escaping @MainActor (Action, State) throws -> ActionTask<Action, State>) {
    execution = .synchronous(execute)
  }

  /// Creates a handler from a function that may suspend.
  ///
  /// While it is suspended, later actions wait in order. On systems whose Swift runtime starts tasks immediately, a
  /// call that does not suspend has ended when `send` returns; see
  /// `Runtime.init(of:options:ordering:asynchronousHandler:)`.
  ///
  /// A cancel of the action's handle cancels the task of the function. The error that this may cause is dropped, and no
  /// task starts, but the action counts as handled: what the function has changed in the state stays.
  @_disfavoredOverload
  public init(_ execute: @escaping @MainActor (Action, State) async throws -> ActionTask<Action, State>) {
    execution = .asynchronous(execute)
  }

  /// Adds middleware before and after the handling of each action, after the middleware that was added before.
  ///
  /// Middleware that conforms only to ``BaseActionMiddleware`` ends the program: its functions would never be called.
  ///
  /// - Parameters:
  ///   - middleware: The middleware.
  ///   - fileID: The file of the call, for the message about middleware without functions; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The handler with the middleware.
  public func use(
    _ middleware: some BaseActionMiddleware,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ActionHandler {
    var handler = self
    let stage = MiddlewareStage(middleware)
    if stage.isEmpty {
      fatalError(
        """
        The middleware '\(middleware.id)' would never be called.

        It conforms only to 'BaseActionMiddleware', which gives it a name and no functions.

        Conform to 'ActionMiddleware', or to the protocol of the function that it implements.
        """,
        file: fileID,
        line: line
      )
    }
    handler.stages.append(stage)
    if let synchronous = stage.synchronous {
      handler.synchronousMiddleware.append(synchronous)
    }
    return handler
  }

  /// Handles the errors of middleware, of the handler itself, and of tasks that have no ``ActionTask/catch(_:)``.
  ///
  /// Without it, errors of tasks go to the store's own hook, `StoreOptions.onError`, and the other errors to the log,
  /// at `error` level. A second handler replaces the first. The error of a cancelled task is dropped.
  public func onError(_ handle: @escaping @MainActor (any Error, State) -> Void) -> ActionHandler {
    var handler = self
    handler.errorHandler = handle
    return handler
  }

  /// Changes each task that the handler returns, after the transforms that were added before.
  public func transform(
    _ change: @escaping @MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>
  ) -> ActionHandler {
    var handler = self
    handler.transforms.append(change)
    return handler
  }

  @inlinable
  func transformed(_ task: ActionTask<Action, State>) -> ActionTask<Action, State> {
    var task = task
    for transform in transforms { task = transform(task) }
    return task
  }
}
