// Sendable: the key paths were sent here, so that nobody else has them, and they are safe to be read by any thread.
/// The part of a state that can be undone, and its history: what an engine needs for its `undoable`.
///
/// Around each action it calls ``begin(_:_:)``, then its reducer, then ``end(_:_:_:isSame:)``, and does what
/// ``effects(in:)`` says.
public struct HistoryPlace<State, Value>: @unchecked Sendable {
  private let value: WritableKeyPath<State, Value>
  private let history: WritableKeyPath<State, History<Value>>

  /// Creates the place of two key paths.
  public init(
    value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>
  ) {
    self.value = value
    self.history = history
  }

  /// Does what is to be done before the reducer sees an action: an undo or a redo.
  ///
  /// - Returns: the value before a change that is to be recorded.
  public func begin(_ rule: HistoryRule, _ state: inout State) -> Value? {
    switch rule.kind {
    case .record:
      return state[keyPath: value]
    case .undo:
      var value = state[keyPath: value]
      state[keyPath: history].undo(&value, keepsEffects: rule.keepsEffects)
      state[keyPath: self.value] = value
    case .redo:
      var value = state[keyPath: value]
      state[keyPath: history].redo(&value, keepsEffects: rule.keepsEffects)
      state[keyPath: self.value] = value
    case .ignore, .clear:
      state[keyPath: history].pass()
    }
    return nil
  }

  /// Does what is to be done when the reducer has returned: a recording.
  ///
  /// - Parameters:
  ///   - rule: What the action is to the history.
  ///   - former: What ``begin(_:_:)`` has returned.
  ///   - state: The state that the reducer has made.
  ///   - isSame: Whether nothing is to be recorded.
  public func end(
    _ rule: HistoryRule,
    _ former: consuming Value?,
    _ state: inout State,
    isSame: (Value, Value) -> Bool
  ) {
    switch rule.kind {
    case .record(let group, let pause):
      guard let former, !isSame(former, state[keyPath: value]) else { return state[keyPath: history].pass() }
      state[keyPath: history].record(former, group: group.map { ($0, pause) }, keepsEffects: rule.keepsEffects)
    case .clear:
      state[keyPath: history].clear()
    case .ignore, .undo, .redo:
      break
    }
  }

  /// What is to be done with the effects of the action that was handled last.
  public func effects(in state: State) -> HistoryEffects {
    state[keyPath: history].effects
  }
}
