public import StoreCore
public import StoreHistory

/// A feature with undo and redo of a part of its state; see `undoable(_:history:rule:)`.
public struct UndoableFeature<Base: FeatureType, Value>: FeatureType {
  /// The state of the feature.
  public typealias State = Base.State
  /// The actions of the feature.
  public typealias Action = Base.Action

  /// The feature itself.
  public let base: Base

  private let place: HistoryPlace<Base.State, Value>
  private let rule: @MainActor (Base.Action) -> HistoryRule
  private let isSame: @MainActor (Value, Value) -> Bool

  init(
    _ base: Base,
    _ place: HistoryPlace<Base.State, Value>,
    rule: @escaping @MainActor (Base.Action) -> HistoryRule,
    isSame: @escaping @MainActor (Value, Value) -> Bool
  ) {
    self.base = base
    self.place = place
    self.rule = rule
    self.isSame = isSame
  }

  /// Changes the state for an action, and keeps its history.
  public func reduce(into state: inout State, action: Action) async {
    let rule = rule(action)
    let former = place.begin(rule, &state)
    await base.reduce(into: &state, action: action)
    place.end(rule, former, &state, isSame: isSame)
  }

  /// Returns the feature's own effect, and a cancel of the effects of undone steps.
  public func effect(of action: Action, state: State) -> EffectProgram<Action> {
    place.effects(in: state).program(around: base.effect(of: action, state: state))
  }
}

extension FeatureType {
  /// Adds undo and redo of a part of the state.
  ///
  /// ```swift
  /// let feature = EditorFeature().undoable(\.document, history: \.history) { action in
  ///   switch action {
  ///   case .typed: .record(group: "typing", within: .seconds(1))
  ///   case .undo: .undo
  ///   case .redo: .redo
  ///   default: .ignore
  ///   }
  /// }
  /// ```
  ///
  /// The history is a `History` in the state. The feature's reduce sees each action; for an undo or a redo, the value
  /// is already restored. Effects of an undone step are cancelled, with everything that they have caused; see
  /// `HistoryRule`.
  ///
  /// - Parameters:
  ///   - value: The path to the part that is undone. Only actions that change it are steps.
  ///   - history: The path to the history. One that another part uses too ends the program at an action.
  ///   - fileID: The file of the call, for the message about a history that belongs to another part; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - rule: The rule for an action.
  /// - Returns: The feature with undo and redo.
  public func undoable<Value: Equatable>(
    _ value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    rule: @escaping @MainActor (Action) -> HistoryRule
  ) -> UndoableFeature<Self, Value> {
    let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
    let comparison = PartComparison<Value>()
    return UndoableFeature(self, place, rule: rule) { comparison.areSame($0, $1) }
  }

  /// Adds undo and redo of a part of the state that cannot be compared: each action with the rule `record` is a step.
  @_disfavoredOverload
  public func undoable<Value>(
    _ value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    rule: @escaping @MainActor (Action) -> HistoryRule
  ) -> UndoableFeature<Self, Value> {
    let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
    return UndoableFeature(self, place, rule: rule) { _, _ in false }
  }
}
