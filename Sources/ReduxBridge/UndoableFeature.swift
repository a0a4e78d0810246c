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

  /// The feature's own effects, and the cancel of what an undone step has caused.
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
  /// The history is a `History` in the state. The feature's reduce sees each action: of an undo or a redo with the value
  /// as it is then. Effects of an undone step are cancelled, with everything that they have caused; see `HistoryRule`.
  ///
  /// - Parameters:
  ///   - value: What is undone. Only actions that change it are steps.
  ///   - history: Where the history is in the state.
  ///   - fileID: The file of the call, which is told where the history is that of another part; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - rule: What an action is to the history.
  /// - Returns: The feature with undo and redo.
  public func undoable<Value: Equatable>(
    _ value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    rule: @escaping @MainActor (Action) -> HistoryRule
  ) -> UndoableFeature<Self, Value> {
    let place = HistoryPlace(value: value, history: history, fileID: fileID, line: line)
    return UndoableFeature(self, place, rule: rule) { $0 == $1 }
  }

  /// Adds undo and redo of a part of the state whose values cannot be compared: each action that is to be recorded is.
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
