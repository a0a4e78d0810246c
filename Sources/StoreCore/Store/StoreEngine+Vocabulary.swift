extension StoreEngine {
  /// Sends an action, and waits until it was handled and all effects it caused have ended, streams excepted.
  ///
  /// ```swift
  /// .refreshable { await store.perform(.refresh) }
  /// ```
  ///
  /// It is `await store.send(action).tree`, and returns early when the waiting task is cancelled. The arguments after the
  /// action are the place of the call; leave them out.
  public func perform(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await perform(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action, waits for all it causes, and reads a value from the state as it is then.
  ///
  /// ```swift
  /// let count = await store.perform(.load, returning: \.count)
  /// ```
  ///
  /// - Returns: the value; where the wait ended early, as it is at that moment.
  public func perform<Value: Sendable>(
    _ action: Action,
    returning value: @MainActor (State) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Value {
    await perform(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return value(state)
  }

  private func perform(_ action: Action, at location: CallSite) async {
    let handle = send(action, at: location)
    if !handle.isEmpty { await handle.tree }
  }

  /// Cancels the effects of a name: when it returns, nothing of what they still send is handled.
  public func cancel(id: some Hashable & Sendable) {
    cancel(.id(EffectID(id)))
  }

  /// Cancels the effects of several names.
  ///
  /// Names of different types are given as `[EffectID]`.
  public func cancel(ids: some Sequence<some Hashable & Sendable>) {
    cancel(.ids(ids.map { EffectID($0) }))
  }

  /// Cancels all effects of the store, with and without a name.
  public func cancelAll() {
    cancel(.all)
  }
}
