import StoreCore

/// The handling of a feature's actions.
///
/// ```swift
/// ActionHandler { action, state in
///   switch action {
///   case .load:
///     return .run(id: "load") { state in state.user = try await api.fetchUser() }
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
  /// Those of the stages that never suspend: a store in which all are so looks at nothing else of them.
  @usableFromInline private(set) var synchronousMiddleware: [any SynchronousActionMiddleware] = []
  @usableFromInline private(set) var transforms: [@MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>] =
    []
  private(set) var errorHandler: (@MainActor (any Error, State) -> Void)?

  /// Creates a handler from a function that changes the state and returns a task.
  ///
  /// On an idle store it has been called when `send` returns. An error that it throws goes to ``onError(_:)``; nothing
  /// of its task starts then.
  public init(_ execute: @escaping @MainActor (Action, State) throws -> ActionTask<Action, State>) {
    execution = .synchronous(execute)
  }

  /// Creates a handler from a function that may suspend.
  ///
  /// While it does, later actions wait in their order. Where the system's runtime starts tasks at once, a call that does not
  /// suspend has ended when `send` returns; `Runtime.init(options:ordering:asynchronousHandler:)` says where that is.
  @_disfavoredOverload
  public init(_ execute: @escaping @MainActor (Action, State) async throws -> ActionTask<Action, State>) {
    execution = .asynchronous(execute)
  }

  /// Adds middleware before and after the handling of each action, behind what was used before.
  ///
  /// Middleware that conforms to ``BaseActionMiddleware`` alone ends the program: its functions would never be called.
  ///
  /// - Parameters:
  ///   - middleware: The middleware.
  ///   - fileID: The file of the call, which is told where the middleware takes part in nothing; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: the handler with the middleware.
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
        The middleware '\(middleware.id)' takes part in nothing.

        It conforms to 'BaseActionMiddleware' alone, which gives it a name: its functions would never be called.

        Conform to 'ActionMiddleware', or to the protocol of the function that it has.
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
  /// Without it what a task throws goes to the store's own hook, `StoreOptions.onError`, and the other errors to the log, at
  /// `error` level. A second handler takes the place of the first.
  /// The error of a cancelled task is dropped.
  public func onError(_ handle: @escaping @MainActor (any Error, State) -> Void) -> ActionHandler {
    var handler = self
    handler.errorHandler = handle
    return handler
  }

  /// Changes each task that the handler returns, after the changes that were asked for before.
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
