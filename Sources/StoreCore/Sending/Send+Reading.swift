extension Send {
  /// Reads a value of the present state, on the main actor.
  ///
  /// ```swift
  /// while let draft = await send.read({ (state: Editor) in state.draft }) {
  ///   try await upload(draft)
  ///   try await send.clock.sleep(for: .seconds(5))
  /// }
  /// ```
  ///
  /// On an idle store, what the effect has sent before is handled first. A handler that is suspended is not waited for: the
  /// state is the one before its action. In an effect of a child, the state is the child's.
  ///
  /// - Returns: the value; `nil` if the effect was cancelled, if the store was deallocated or is stopped, if the child has
  ///   departed, or if the state is of another type, which is an issue.
  /// - Complexity: one hop to the main actor; nothing is kept for it, and an action costs nothing more.
  public func read<State, Value: Sendable>(
    _ value: @escaping @MainActor @Sendable (State) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Value? {
    await read(value, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Reads a value of the present state, for a caller that knows its place and is on the main actor.
  @MainActor
  public func read<State, Value: Sendable>(_ value: @MainActor (State) -> Value, at location: CallSite) -> Value? {
    core.read(value, at: location)
  }
}

/// The state of the store of the running effect, for an effect without a `send`.
///
/// ```swift
/// .task {
///   let draft = await EffectState.read { (state: Editor) in state.draft }
///   return .saved(try await upload(draft ?? ""))
/// }
/// ```
public enum EffectState {
  /// Reads a value of the present state, on the main actor, as ``Send/read(_:fileID:filePath:line:column:)`` does.
  ///
  /// - Returns: the value; `nil` for the reasons named there, and outside the tasks of effects.
  public static func read<State, Value: Sendable>(
    _ value: @escaping @MainActor @Sendable (State) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Value? {
    guard let run = CurrentEffect.run else { return nil }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await AnySend(run: run, hold: nil).read(value, at: location)
  }
}
