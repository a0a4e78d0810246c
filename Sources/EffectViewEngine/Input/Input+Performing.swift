public import StoreCore

extension Input {
  /// Sends an event, and waits until it was handled and all effects it caused have ended, streams excepted.
  ///
  /// ```swift
  /// .refreshable { await input.perform(.refresh) }
  /// ```
  ///
  /// On the main actor the event is handled at once, like by ``send(_:fileID:filePath:line:column:)``. It returns early
  /// when the waiting task is cancelled, when the host is deallocated or disappears, and at once where it has
  /// been already. An operation never waits for itself: when the event cancels or replaces it, it goes on.
  @inlinable
  public func perform(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    switch way {
    case .host(let inlet):
      await inlet.perform(event, at: location)
    case .task(let send):
      await send.perform(event, at: location)
    }
  }

  /// Sends an event, waits for all it causes, and reads a value from the state as it is then.
  ///
  /// ```swift
  /// let count = await input.perform(.load, returning: \ViewState.count)
  /// ```
  ///
  /// An input does not know the type of its host's state, so the key path has to name it.
  ///
  /// - Returns: the value; `nil` where the wait ended early, the host was deallocated or has disappeared, or its state
  ///   is of another type, which is an issue.
  @MainActor
  public func perform<State, Value: Sendable>(
    _ event: Event,
    returning value: KeyPath<State, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Value? {
    await perform(
      event,
      returning: { (state: State) in state[keyPath: value] },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Sends an event, waits for all it causes, and makes a value of the state as it is then.
  ///
  /// The function has to name the type of the state.
  ///
  /// - Returns: the value; `nil` where the wait ended early, the host was deallocated or has disappeared, or its state
  ///   is of another type, which is an issue.
  public func perform<State, Value: Sendable>(
    _ event: Event,
    returning value: @escaping @MainActor @Sendable (State) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return switch way {
    case .host(let inlet): await inlet.perform(event, returning: value, at: location)
    case .task(let send): await send.perform(event, returning: value, at: location)
    }
  }
}
