/// A mark on actions, by which everything that they cause is found again and cancelled.
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
/// actions, for the actions that these send, for the effects of those, and so on, as a ``SendHandle`` does for one
/// action; streams are among them, with what they cause. Any number of actions can have one mark, of several stores too.
/// Two marks are never the same.
///
/// It keeps neither a store nor its effects. What a store was made with, its observers among them, it may let go of later
/// than the store does. What it stands for goes on when it is released.
public final class EffectMark: Sendable {
  private struct MarkedAction {
    struct ID: Hashable {
      let table: ObjectIdentifier
      let node: NodeKey
    }

    let table: EffectTable
    let node: NodeKey

    var id: ID { ID(table: ObjectIdentifier(table), node: node) }

    /// Whether nothing goes on any more that its action has caused.
    var isOver: Bool { table.withMachine { !$0.tree.contains(node) } }
  }

  private struct State {
    var actions: [MarkedAction] = []
    /// The number at which it is time to look for those that are over.
    var limit = 8
  }

  private let state = Locked(State())

  /// Creates a mark of nothing.
  public init() {}

  deinit {
    for action in state.withLock({ $0.actions }) { action.table.unmark(action.node) }
  }

  /// The number of actions that it keeps, for tests of its bounds.
  package var count: Int { state.withLock { $0.actions.count } }

  /// Cancels everything that the marked actions have caused, as ``SendHandle/cancel()`` does.
  ///
  /// It can be called from any isolation. Actions that are marked later are not cancelled.
  ///
  /// - Complexity: O(the marked actions, and what they caused and has not ended).
  public func cancel() {
    cancel(sparing: .none, in: nil)
  }

  /// Cancels everything that the marked actions have caused, but an action of `table` and what follows from that.
  func cancel(sparing node: NodeKey, in table: EffectTable?) {
    let actions = state.withLock { state in
      defer { state = State() }
      return state.actions
    }
    for action in actions {
      let spared = action.table === table ? node : .none
      action.table.cancelTree(action.node, sparing: spared)
      // It is marked itself, and found again by a later cancel.
      if action.node == spared { add(spared, in: action.table) }
      action.table.unmark(action.node)
    }
  }

  func add(_ node: NodeKey, in table: EffectTable) {
    let action = MarkedAction(table: table, node: node)
    // Kept before others know of it, and given back where it was marked already.
    table.withMachine { $0.tree.mark(node) }
    let (isNew, isFull) = state.withLock { state in
      guard state.actions.last?.id != action.id else { return (false, false) }
      state.actions.append(action)
      return (true, state.actions.count >= state.limit)
    }
    if !isNew { table.unmark(node) }
    if isFull { removeThoseOver() }
  }

  private func removeThoseOver() {
    // Asked and released outside of the lock: it takes those of the stores, and with the last of a store its observers go.
    let all = state.withLock { $0.actions }
    let over = Set(all.filter(\.isOver).map(\.id))
    state.withLock { state in
      state.actions.removeAll { over.contains($0.id) }
      state.limit = max(8, state.actions.count * 2)
    }
    withExtendedLifetime(all) {}
  }
}

extension EffectTable {
  fileprivate func unmark(_ node: NodeKey) { withMachine { $0.tree.unmark(node) } }
}

extension EffectProgram {
  /// The program with a mark on the action that returns it: what the action causes is found by the mark.
  ///
  /// The mark is for the action as a whole, the other programs that it returns included, and not for one that emitted it.
  /// It is set when the program begins or has to wait, inside a sequence when the member's turn comes. In a program that is
  /// made later, as the answer to an error is, it is for the action that emitted this one as well.
  public func marked(by mark: EffectMark) -> EffectProgram {
    isNone ? self : EffectProgram(.marked(program, mark))
  }
}
