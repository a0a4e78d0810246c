import StoreCore
public import StoreHistory

extension ComposedReducer {
  /// Adds undo and redo of a part of the state.
  ///
  /// ```swift
  /// let undoable = editor.undoable(\.document, history: \.history) { action in
  ///   switch action {
  ///   case .typed: .record(group: "typing", within: .seconds(1))
  ///   case .undo: .undo
  ///   case .redo: .redo
  ///   default: .ignore
  ///   }
  /// }
  /// ```
  ///
  /// The history is a `History` in the state. The reducer, children included, sees each action; for an undo or a redo,
  /// the value is already restored. Effects of an undone step are cancelled, with everything that they have caused; see
  /// `HistoryRule`. A child that an undo removes leaves like any other.
  ///
  /// - Parameters:
  ///   - value: The path to the part that is undone. Only actions that change it are steps.
  ///   - history: The path to the history. One that another part uses too ends the program at an action.
  ///   - fileID: The file of the call, for the message about a history that belongs to another part; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - rule: The rule for an action.
  /// - Returns: The reducer with undo and redo.
  public func undoable<Value: Equatable>(
    _ value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    rule: @escaping @MainActor (Action) -> HistoryRule
  ) -> ComposedReducer {
    let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
    let comparison = PartComparison<Value>()
    return undoable(place, rule: rule) { comparison.areSame($0, $1) }
  }

  /// Adds undo and redo of a part of the state that cannot be compared: each action with the rule `record` is a step.
  @_disfavoredOverload
  public func undoable<Value>(
    _ value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    rule: @escaping @MainActor (Action) -> HistoryRule
  ) -> ComposedReducer {
    let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
    return undoable(place, rule: rule) { _, _ in false }
  }

  private func undoable<Value>(
    _ place: HistoryPlace<State, Value>,
    rule: @escaping @MainActor (Action) -> HistoryRule,
    isSame: @escaping @MainActor (Value, Value) -> Bool
  ) -> ComposedReducer {
    wrapping { state, action, inner in
      let rule = rule(action)
      let former = place.begin(rule, &state)
      let effect = inner(&state, action)
      place.end(rule, former, &state, isSame: isSame)
      let effects = place.effects(in: state)
      guard !effects.isNone else { return effect }
      let program = effects.program(around: effect.program)
      return program.isNone ? .none : .program(program)
    }
  }
}
