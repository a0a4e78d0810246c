/// A handle of a sent action, to wait for its effects and to cancel them.
///
/// A handle is a plain value. It keeps neither the store nor its effects alive, and costs nothing when there is
/// nothing to wait for.
///
/// ```swift
/// let handle = store.send(.refresh)
/// await handle.value
/// ```
public struct SendHandle: Sendable {
  let table: EffectTable?
  let node: NodeKey

  /// Creates the handle of an action that was handled and caused nothing.
  public init() {
    table = nil
    node = .none
  }

  init(table: EffectTable, node: NodeKey) {
    self.table = table
    self.node = node
  }

  /// Creates the handle of an action that has caused nothing, whose waits the store counts; see
  /// ``EffectTable/yieldSometimes()``.
  package init(countedIn table: EffectTable) {
    self.init(table: table, node: .none)
  }

  /// Whether a wait by it has something to do, if only to be counted.
  var isKnown: Bool { table != nil }

  /// Whether there never was anything to wait for.
  public var isEmpty: Bool { node.isNone }

  /// Whether the action was handled or dropped, and its own effects have ended or were cancelled.
  ///
  /// It is `true` as soon as ``cancel()`` has returned, on every thread. A handler that suspended before the cancel is
  /// an exception: it counts until it returns.
  public var isFinished: Bool {
    table?.isFinished(node) ?? true
  }

  /// Waits until the action was handled and its own effects have ended, were cancelled, replaced or refused.
  ///
  /// An endless stream counts: it is waited for until it is cancelled. What the effects cause in turn does not
  /// count; see ``tree``. After a cancel, the answers that ``EffectProgram/onCancel(_:)`` gives are waited for too. The
  /// wait returns early when the waiting task is cancelled, and when the store is deallocated. An effect that waits for
  /// itself, directly or through effects that wait for each other in this store, goes on at once. Waits between effects
  /// of two stores are not followed.
  ///
  /// Where there is nothing to wait for it does not suspend, apart from now and then: a loop of such waits leaves the main
  /// actor to others.
  public var value: Void {
    get async { await table?.wait(for: node, scope: .own) }
  }

  /// Waits until the action was handled and its own effects have ended, as ``value`` does.
  ///
  /// ```swift
  /// await store.send(.refresh).finish()
  /// ```
  public func finish() async {
    await value
  }

  /// Waits like ``value``, and for everything that the effects cause in turn, streams excepted.
  ///
  /// A sequence with members after a stream is waited for, and so the stream in it.
  public var tree: Void {
    get async { await table?.wait(for: node, scope: .tree) }
  }

  /// Cancels the action's effects and everything they caused, or takes the action out of the queue.
  ///
  /// It can be called from any isolation. A transition that has begun goes on: the action that is being handled at that
  /// moment, with all that it emits, is handled to its end, and on another thread that may be seen after this has
  /// returned. Nothing begins afterwards: no queued action, no action or element of a cancelled effect, no member of a
  /// sequence, and no effect of the transition that goes on. What the cancelled effects still send is dropped. Only the
  /// answers that ``EffectProgram/onCancel(_:)`` gives are handled.
  ///
  /// The same holds where several threads cancel at once, for each of them; the task of an effect is cancelled by the
  /// first.
  ///
  /// - Complexity: O(the actions and effects that it caused and that have not ended).
  public func cancel() {
    if !isEmpty { table?.cancelTree(node) }
  }
}

extension SendHandle: CustomStringConvertible {
  /// The work that there is to wait for, in a sentence.
  public var description: String {
    guard let table, let effects = table.unsettledEffects(of: node) else {
      return "There is nothing to wait for: the action was handled or dropped, and nothing of it is left."
    }
    let store = table.hub.store.title
    guard !isFinished || !effects.isEmpty else {
      return "The action was handled or cancelled, and nothing of its own is left to wait for."
    }
    guard !effects.isEmpty else { return "The action waits for its turn in \(store), or is being handled." }
    let names = effects.map(\.numberedTitle).joined(separator: ", ")
    return "The action was handled by \(store), and its effects are running: \(names)."
  }
}
