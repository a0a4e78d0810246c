/// A function by which a running effect sends actions to its store, from any isolation.
///
/// ```swift
/// .run { send in
///   send(.started)
///   for try await line in lines { send(.read(line)) }
/// }
/// ```
///
/// Actions of one effect are handled in the order in which they were sent. Once the effect was cancelled or replaced,
/// what it still sends is dropped, and the store's observers are notified. It holds the store weakly: actions to a
/// deallocated store are dropped too.
///
/// Keep it inside the operation: what is sent by a copy that outlives its effect is handled, and no cancel stops it.
public struct Send<Action>: Sendable {
  let core: AnySend

  /// Whether the effect was cancelled or replaced, or its store was deallocated: what it sends is dropped.
  ///
  /// Unlike the cancellation of the current task, it is not set when a time limit ends the operation.
  public var isCancelled: Bool { core.run.isCancelled }
}

extension Send where Action: Sendable {
  /// Sends an action.
  ///
  /// It returns at once; the action is handled on the main actor, after those sent before.
  public func callAsFunction(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action from a place that the caller knows.
  public func enqueue(_ action: Action, at location: CallSite) {
    core.enqueue(action, at: location)
  }

  /// Handles an action: at once on an idle store, in its turn on one that is handling another.
  ///
  /// Actions that were sent before it are handled first.
  ///
  /// - Returns: a handle to wait for the action's effects and to cancel them. Once these have ended, it no longer knows
  ///   what they have caused, and ``SendHandle/tree`` returns, unless a wait by the handle began before.
  @MainActor
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    send(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action that was sent from a place that the caller knows.
  @MainActor
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    core.send(action, at: location)
  }

  /// Sends an action and waits until it was handled, and all effects it caused have ended, except streams.
  ///
  /// Called on the main actor, it sends like ``send(_:at:)``, and if there is nothing to wait for, it suspends only
  /// each 1,024th time. It returns early when the effect is cancelled, even by the very action it waits for, and when
  /// the store is deallocated. It never waits for the effect that calls it.
  public func perform(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await perform(action, at: location)
  }

  /// Sends an action from a place that the caller knows, and waits for all it causes.
  public func perform(
    _ action: Action,
    at location: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await core.perform(action, at: location)
  }

  /// Sends an action, waits for all it causes, and reads a value from the state as it is then.
  ///
  /// In an effect of a child, the state is the child's.
  ///
  /// - Returns: the value; `nil` if the wait ended early, if the store was deallocated or is stopped, if the child has
  ///   departed, or if its state is of another type, which is an issue.
  public func perform<State, Value: Sendable>(
    _ action: Action,
    returning value: @escaping @MainActor @Sendable (State) -> Value,
    at location: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    await core.perform(action, at: location)
    guard !Task.isCancelled else { return nil }
    // Not by `MainActor.run`, which would leave the main actor and come back: the state would not be as it is then.
    return await core.run.read(value, at: location)
  }
}
