import StoreCore
public import StoreHistory

/// Adds undo and redo of a part of the state to an update function.
///
/// ```swift
/// let update = undoable(editor, \.document, history: \.history) { (event: EditorEvent) in
///   switch event {
///   case .typed: .record(group: "typing", within: .seconds(1))
///   case .undo: .undo
///   case .redo: .redo
///   default: .ignore
///   }
/// }
/// ```
///
/// The history is a `History` in the state. The function sees each event; for an undo or a redo, the value is already
/// restored. Effects of an undone step are cancelled, with everything that they have caused; see `HistoryRule`.
///
/// - Parameters:
///   - update: The update function.
///   - value: The path to the part that is undone. Only events that change it are steps.
///   - history: The path to the history. One that another part uses too ends the program at an action.
///   - fileID: The file of the call, for the message about a history that belongs to another part; leave it out.
///   - line: The line of the call; leave it out.
///   - rule: The rule for an event.
/// - Returns: The update function with undo and redo.
public func undoable<State, Value: Equatable, Event, Env>(
  _ update: @escaping EffectHost<State, Event, Env>.Update,
  _ value: sending WritableKeyPath<State, Value>,
  history: sending WritableKeyPath<State, History<Value>>,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  rule: @escaping @MainActor (Event) -> HistoryRule
) -> EffectHost<State, Event, Env>.Update {
  let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
  let comparison = PartComparison<Value>()
  return undoable(update, place, rule: rule) { comparison.areSame($0, $1) }
}

/// Adds undo and redo of a part of the state that cannot be compared: each event with the rule `record` is a step.
@_disfavoredOverload
public func undoable<State, Value, Event, Env>(
  _ update: @escaping EffectHost<State, Event, Env>.Update,
  _ value: sending WritableKeyPath<State, Value>,
  history: sending WritableKeyPath<State, History<Value>>,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  rule: @escaping @MainActor (Event) -> HistoryRule
) -> EffectHost<State, Event, Env>.Update {
  let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
  return undoable(update, place, rule: rule) { _, _ in false }
}

private func undoable<State, Value, Event, Env>(
  _ update: @escaping EffectHost<State, Event, Env>.Update,
  _ place: HistoryPlace<State, Value>,
  rule: @escaping @MainActor (Event) -> HistoryRule,
  isSame: @escaping @MainActor (Value, Value) -> Bool
) -> EffectHost<State, Event, Env>.Update {
  { state, event in
    let rule = rule(event)
    let former = place.begin(rule, &state)
    let effect = update(&state, event)
    place.end(rule, former, &state, isSame: isSame)
    let effects = place.effects(in: state)
    guard !effects.isNone else { return effect }
    guard let effect else {
      let program: EffectProgram<Event> = effects.program(around: .none)
      return program.isNone ? nil : .program { _ in program }
    }
    return .program { env in effects.program(around: effect.program(in: env)) }
  }
}
