/// A mark on actions, by which everything that they cause can be found and cancelled.
///
/// ```swift
/// let draft = EffectMark()
/// // in the handler of the actions that belong to the draft
/// return program.marked(by: draft)
/// // in the handler of the one that throws it away
/// return .cancel(.marked(by: draft))
/// ```
///
/// Names and scopes say what an effect is; a mark says where it came from. It stands for the effects of the marked
/// actions, the actions that these effects send, the effects of those actions, and so on, as a ``SendHandle`` does for
/// one action; streams and what they cause are included. Any number of actions can have one mark, also in several
/// stores. Two marks are never the same.
///
/// A mark keeps neither a store nor its effects alive. It may release what a store was created with, such as its
/// observers, later than the store does. What it stands for goes on when it is released.
public final class EffectMark: Sendable {
  private struct State {
    var actions: [(table: EffectTable, node: NodeKey)] = []
    /// The number of actions at which those that are over are removed.
    var limit = 8
  }

  private let state = Locked(State())

  /// Creates a mark that no action has yet.
  public init() {}

  deinit {
    for (table, node) in state.withLock({ $0.actions }) { table.withMachine { $0.tree.unmark(node) } }
  }

  /// The number of actions that it keeps, for tests of its bounds.
  package var count: Int { state.withLock { $0.actions.count } }

  /// Cancels everything that the marked actions have caused, as ``SendHandle/cancel()`` does.
  ///
  /// It can be called from any isolation. Actions that are marked later are not cancelled.
  ///
  /// - Complexity: O(the marked actions, and what they caused that has not ended).
  public func cancel(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Does the same, for use as a function value: `perform: mark.cancel`.
  @_disfavoredOverload
  public func cancel() {
    cancel(at: .unknown)
  }

  /// Cancels everything that the marked actions have caused, called at a given place.
  public func cancel(at location: CallSite) {
    for (table, marked) in takeActions() {
      cancel(marked, of: table, by: table.caller(at: location))
    }
  }

  /// Cancels everything that the marked actions have caused, except an action of `table` and what follows from it.
  func cancel(sparing node: NodeKey, in table: EffectTable, by caller: @autoclosure () -> Caller) {
    for (marked, key) in takeActions() {
      cancel(key, of: marked, sparing: marked === table ? node : .none, by: caller().seen(from: marked, by: table))
    }
  }

  private func takeActions() -> [(table: EffectTable, node: NodeKey)] {
    state.withLock { state in
      defer { state = State() }
      return state.actions
    }
  }

  private func cancel(
    _ marked: NodeKey,
    of table: EffectTable,
    sparing spared: NodeKey = .none,
    by caller: @autoclosure () -> Caller
  ) {
    table.cancelTree(marked, sparing: spared, by: EffectEnder(.mark, by: caller()))
    // It stays marked, so that a later cancel finds it.
    if marked == spared { add(spared, in: table) }
    table.withMachine { $0.tree.unmark(marked) }
  }

  func add(_ node: NodeKey, in table: EffectTable) {
    // Marked in the tree before other threads can find it here.
    table.withMachine { $0.tree.mark(node) }
    let former = state.withLock { state in
      state.actions.append((table, node))
      guard state.actions.count >= state.limit else { return [] }
      let former = state.actions
      // Those whose effects have all ended. It locks each store: no caller holds the lock of one.
      state.actions.removeAll { action in action.table.withMachine { !$0.tree.contains(action.node) } }
      state.limit = max(8, state.actions.count * 2)
      return former
    }
    // Released outside the lock: with an action go its store's observers.
    withExtendedLifetime(former) {}
  }
}

extension EffectProgram {
  /// The program with a mark on the action that returns it: what the action causes is found by the mark.
  ///
  /// The mark applies to the action as a whole, including the other programs that it returns, and not to an action that
  /// emitted it. It is set when the program begins or has to wait; inside a sequence, when the member's turn comes. In
  /// a program that is made later, such as the answer to an error, it also applies to the action that emitted the
  /// marked one.
  public func marked(by mark: EffectMark) -> EffectProgram {
    isNone ? self : EffectProgram(.marked(program, mark), around: self)
  }
}
