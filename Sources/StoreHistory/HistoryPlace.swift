public import StoreCore
import Synchronization

/// One `undoable`, as seen by a history.
final class HistoryUse: Sendable {
  /// Whether its reducer is handling an action.
  let isInside = Atomic(false)
}

// Sendable: the key paths were sent here, so no other code has them, and any thread may read them.
/// The part of a state that can be undone, and its history, for an engine's `undoable`.
///
/// A history belongs to one part, and is maintained by one place around a reducer: using it for another part, or in a
/// second place around the first, ends the program.
///
/// For each action an engine calls ``begin(_:_:)``, then its reducer, then ``end(_:_:_:isSame:)``, and applies
/// ``effects(in:)``.
public struct HistoryPlace<State, Value>: @unchecked Sendable {
  private let value: WritableKeyPath<State, Value>
  private let history: WritableKeyPath<State, History<Value>>
  private let part: Int
  private let use = HistoryUse()
  private let fileID: StaticString
  private let line: UInt

  /// Creates a place from two key paths.
  ///
  /// - Parameters:
  ///   - value: The path to the part that can be undone.
  ///   - history: The path to its history.
  ///   - fileID: The file of the call of `undoable`, for the message about a history that belongs to another part.
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

  /// Prepares the state before the reducer sees an action, by an undo or a redo.
  ///
  /// - Returns: The value before the action, if its change is to be recorded.
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
      break
    }
    return nil
  }

  /// Updates the history when the reducer has returned, by a recording or a clear.
  ///
  /// - Parameters:
  ///   - rule: The rule for the action.
  ///   - former: The value that ``begin(_:_:)`` returned.
  ///   - state: The state that the reducer has made.
  ///   - isSame: Whether two values are the same, so that there is nothing to record.
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
    case .ignore:
      // The reducer may have put back a state with the request of an action that was recorded.
      state[keyPath: history].pass()
    case .undo, .redo:
      break
    }
  }

  /// Ends the program if the history belongs to another part, or this is inside another place of it.
  ///
  /// An undo would put the value of one part into the other, or each step would be recorded twice. Another place of the
  /// same part may have used the history before, or be using the state of which this is a copy: a state outlives its
  /// reducer, and can be copied, even within an action.
  private func claim(_ state: inout State) {
    let (owner, outer) = (state[keyPath: history].part, state[keyPath: history].use)
    if owner ?? part != part || outer !== use && outer?.isInside.load(ordering: .relaxed) == true {
      fatalError(refusal, file: fileID, line: line)
    }
    state[keyPath: history].part = part
    state[keyPath: history].use = use
    use.isInside.store(true, ordering: .relaxed)
  }

  /// The message that a history cannot belong to two parts.
  var refusal: String {
    """
    The history \(history) is used by two 'undoable', one of which is that of \(value).

    An undo would put the former value of one part into the other; if both are the same part, each step would be recorded \
    twice.

    Give each 'undoable' its own history.
    """
  }

  private func change(_ state: inout State, _ change: (inout History<Value>, inout Value) -> Void) {
    var value = bareValue(in: &state)
    var history = state[keyPath: history]
    // The state does not hold its steps meanwhile, so that they are changed in place.
    state[keyPath: self.history].clear()
    change(&history, &value)
    // In this order: the history may be a part of the value.
    state[keyPath: self.value] = value
    state[keyPath: self.history] = history
  }

  /// Returns the value, with an empty history if that is a part of it: otherwise each step would keep all earlier ones.
  private func bareValue(in state: inout State) -> Value {
    let history = state[keyPath: history]
    state[keyPath: self.history].clear()
    defer { state[keyPath: self.history] = history }
    return state[keyPath: value]
  }

  /// Returns the requests for the effects of the action that was handled last.
  public func effects(in state: State) -> HistoryEffects {
    state[keyPath: history].effects
  }
}

/// The requests of a state's history for the effects of the action that was handled last.
public struct HistoryEffects: Sendable {
  enum Kind: Sendable {
    /// There is no request.
    case keep
    /// The effects belong to the newest step.
    case mark(EffectMark)
    /// A step was undone, and its effects end.
    case cancel(EffectMark)
  }

  let kind: Kind

  /// Whether there is no request.
  public var isNone: Bool {
    if case .keep = kind { true } else { false }
  }

  /// Returns the program of the action, marked for its step, or after a cancel of the effects of an undone step.
  public func program<Action>(around program: EffectProgram<Action>) -> EffectProgram<Action> {
    switch kind {
    case .keep: program
    case .mark(let mark): program.marked(by: mark)
    case .cancel(let mark): .merge([.cancel(.marked(by: mark)), program])
    }
  }
}
