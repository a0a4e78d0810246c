public import StoreCore
import Synchronization

/// One `undoable`, as a history knows it.
final class HistoryUse: Sendable {
  /// Whether its reducer is at work on an action.
  let isInside = Atomic(false)
}

// Sendable: the key paths were sent here, so that nobody else has them, and they are safe to be read by any thread.
/// The part of a state that can be undone, and its history: what an engine needs for its `undoable`.
///
/// A history belongs to one part, and is kept by one place around a reducer: used for another part, or by a second place
/// around the first, it ends the program.
///
/// Around each action it calls ``begin(_:_:)``, then its reducer, then ``end(_:_:_:isSame:)``, and does what
/// ``effects(in:)`` says.
public struct HistoryPlace<State, Value>: @unchecked Sendable {
  private let value: WritableKeyPath<State, Value>
  private let history: WritableKeyPath<State, History<Value>>
  private let part: Int
  private let use = HistoryUse()
  private let fileID: StaticString
  private let line: UInt

  /// Creates the place of two key paths.
  ///
  /// - Parameters:
  ///   - value: What can be undone.
  ///   - history: Where its history is.
  ///   - fileID: The file of the caller's `undoable`, which is told where the history is that of another part.
  ///   - line: The line of that call.
  public init(
    value: sending WritableKeyPath<State, Value>,
    history: sending WritableKeyPath<State, History<Value>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    part = value.hashValue
    self.value = value
    self.history = history
    self.fileID = fileID
    self.line = line
  }

  /// Does what is to be done before the reducer sees an action: an undo or a redo.
  ///
  /// - Returns: the value before a change that is to be recorded.
  public func begin(_ rule: HistoryRule, _ state: inout State) -> Value? {
    claim(&state)
    switch rule.kind {
    case .record:
      return bareValue(in: &state)
    case .undo:
      change(&state) { $0.undo(&$1, keepsEffects: rule.keepsEffects) }
    case .redo:
      change(&state) { $0.redo(&$1, keepsEffects: rule.keepsEffects) }
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
    use.isInside.store(false, ordering: .relaxed)
    state[keyPath: history].use = nil
    switch rule.kind {
    case .record(let group, let pause):
      guard let former, !isSame(former, bareValue(in: &state)) else { return state[keyPath: history].pass() }
      state[keyPath: history].record(former, group: group.map { ($0, pause) }, keepsEffects: rule.keepsEffects)
    case .clear:
      state[keyPath: history].clear()
    case .ignore, .undo, .redo:
      break
    }
  }

  /// Ends the program where the history belongs to another part, or this is inside another place of it.
  ///
  /// An undo would put the value of one part into the other, or each step would be there twice. A place of the same
  /// part may have used it before, or be at work on the state that this is a copy of: a state outlives its reducer,
  /// and is copied, also within an action.
  private func claim(_ state: inout State) {
    let (owner, outer) = (state[keyPath: history].part, state[keyPath: history].use)
    if owner ?? part != part || outer !== use && outer?.isInside.load(ordering: .relaxed) == true {
      fatalError(refusal, file: fileID, line: line)
    }
    state[keyPath: history].part = part
    state[keyPath: history].use = use
    use.isInside.store(true, ordering: .relaxed)
  }

  /// Says why the history cannot be that of another part too.
  var refusal: String {
    """
    The history \(history) was given to two 'undoable', one of which is that of \(value).

    An undo would put the former value of one part into the other; where both are the same part, each step would be there \
    twice.

    Give each 'undoable' a history of its own.
    """
  }

  private func change(_ state: inout State, _ change: (inout History<Value>, inout Value) -> Void) {
    var value = bareValue(in: &state)
    var history = state[keyPath: history]
    // Its steps are changed in place where the state does not hold them too.
    state[keyPath: self.history].clear()
    change(&history, &value)
    // In this order: the history may be a part of the value.
    state[keyPath: self.value] = value
    state[keyPath: self.history] = history
  }

  /// The value, with an empty history where that is a part of it: a step would keep all that came before it.
  private func bareValue(in state: inout State) -> Value {
    let history = state[keyPath: history]
    state[keyPath: self.history].clear()
    defer { state[keyPath: self.history] = history }
    return state[keyPath: value]
  }

  /// What is to be done with the effects of the action that was handled last.
  public func effects(in state: State) -> HistoryEffects {
    state[keyPath: history].effects
  }
}

/// The requests of a state's history for the effects of the action that was handled last.
public struct HistoryEffects: Sendable {
  enum Kind: Sendable {
    /// Nothing.
    case keep
    /// They belong to the newest step.
    case mark(EffectMark)
    /// A step was undone, whose effects end.
    case cancel(EffectMark)
  }

  let kind: Kind

  /// Whether nothing is asked.
  public var isNone: Bool {
    if case .keep = kind { true } else { false }
  }

  /// The program of the action, marked for its step, or behind the cancel of what an undone step has caused.
  public func program<Action>(around program: EffectProgram<Action>) -> EffectProgram<Action> {
    switch kind {
    case .keep: program
    case .mark(let mark): program.marked(by: mark)
    case .cancel(let mark): .merge([.cancel(.marked(by: mark)), program])
    }
  }
}
