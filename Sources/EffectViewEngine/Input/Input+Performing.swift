public import StoreCore

extension Input {
  /// Sends an event, and waits until it was handled and all effects that it caused have ended, except streams that no
  /// member of a sequence comes after.
  ///
  /// ```swift
  /// .refreshable { await input.perform(.refresh) }
  /// ```
  ///
  /// On the main actor the event is handled at once, as by ``send(_:fileID:filePath:line:column:)``. The call returns
  /// early when the waiting task is cancelled or the host is deallocated or disappears, and immediately if that has
  /// already happened. SwiftUI is reported to cancel a refresh when the body is evaluated again: in a task of its own,
  /// `Task { await input.perform(.refresh) }.value`, the wait survives that. An operation never waits for itself: if the
  /// event cancels or replaces it, it continues.
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

  /// Sends an event, waits for all that it causes, and then reads a value from the state.
  ///
  /// ```swift
  /// let count = await input.perform(.load, returning: \ViewState.count)
  /// ```
  ///
  /// An input does not know the type of its host's state, so the key path has to name it.
  ///
  /// - Returns: The value; `nil` if the wait ended early, the host was deallocated or has disappeared, or its state has
  ///   another type, which is reported as an issue.
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

  /// Sends an event, waits for all that it causes, and then makes a value from the state.
  ///
  /// The closure has to declare the type of the state.
  ///
  /// - Returns: The value; `nil` if the wait ended early, the host was deallocated or has disappeared, or its state has
  ///   another type, which is reported as an issue.
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

extension Input {
  /// Reads a part of the host's present state.
  ///
  /// ```swift
  /// let draft = input.read(\Editor.draft)
  /// ```
  ///
  /// On an idle host, what was sent before is handled first. An input does not know the type of its host's state, so the
  /// key path has to name it.
  ///
  /// - Returns: The value; `nil` if the effect was cancelled, the host was deallocated or has disappeared, or its state has
  ///   another type, which is reported as an issue.
  @MainActor
  public func read<State, Value: Sendable>(
    _ part: KeyPath<State, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Value? {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let value = { @MainActor (state: State) in state[keyPath: part] }
    return switch way {
    case .host(let inlet): inlet.read(value, at: location)
    case .task(let send): send.read(value, at: location)
    }
  }
}
