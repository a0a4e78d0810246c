/// A handle of a sent action, to wait for its effects and to cancel them.
///
/// A handle is a plain value. It keeps neither the store nor its effects alive, and costs nothing if there is nothing
/// to wait for.
///
/// Timers, polls and streams are one kind of effects: streams, which last until their source ends or they are cancelled.
/// ``value`` counts them, as they are effects of the action, and so never ends for a timer or a poll; ``tree``, and
/// `perform`, which waits for it, leave them out.
///
/// A wait that lasts only because effects sleep on a test clock, which nobody advances, is given up with an issue of
/// kind ``RuntimeIssue/Kind/waitForSleepers(_:)``. <doc:EffectsAndCancellation> compares the waits.
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

  /// Creates the handle of an action that has caused nothing, with waits that the store counts; see
  /// ``EffectTable/countVainWait()``.
  package init(countedIn table: EffectTable) {
    self.init(table: table, node: .none)
  }

  /// Whether a wait by it has something to do, even if that is only to be counted.
  var isKnown: Bool { table != nil }

  /// Whether there never was anything to wait for.
  public var isEmpty: Bool { node.isNone || node.isOfRefusal }

  /// Whether the action was handled or dropped, and its own effects have ended or were cancelled.
  ///
  /// It is `true` as soon as ``cancel()`` has returned, on every thread. A handler that suspended before the cancel is
  /// an exception: it counts until it returns.
  public var isFinished: Bool {
    table?.isFinished(node) ?? true
  }

  /// Whether the action is still to be handled, in a store whose handlers may suspend or whose actions wait for effects.
  package var isUnhandled: Bool { table?.isUnhandled(node) ?? false }

  /// Waits until the action was handled and its own effects have ended, were cancelled, replaced or refused.
  ///
  /// A stream, a timer or a poll counts: the wait lasts until it has ended. What the effects cause in turn does not
  /// count; see ``tree``. After a cancel, the answers of ``EffectProgram/onCancel(_:)`` count too. For an action or a
  /// launch that a cancel has taken out of the queue there is nothing to wait for.
  ///
  /// The wait returns early when the waiting task is cancelled, and when the store is deallocated. An effect that waits
  /// for itself, directly or through effects of this store that wait for each other, continues at once. Waits between
  /// effects of two stores are not followed.
  ///
  /// If the effects have ended, or the action was dropped, it suspends only now and then, so that a loop of such waits
  /// does not block the main actor. For an action that has caused nothing it does not suspend.
  public var value: Void {
    get async { _ = await table?.wait(for: node, scope: .own) }
  }

  /// Waits like ``value``, and for everything that the effects cause in turn, except streams, timers and polls.
  ///
  /// A sequence with members after a stream is waited for, and so is the stream in it.
  public var tree: Void {
    get async { await waitForTree(at: .unknown) }
  }

  /// Waits as ``tree`` does, at a place that the caller knows; `false` if the wait was given up.
  @discardableResult
  func waitForTree(at location: CallSite, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await table?.wait(for: node, scope: .tree, at: location) ?? true
  }

  /// Cancels the action's effects and everything they caused, or removes the action from the queue.
  ///
  /// It can be called from any isolation. A transition that has begun continues: the action being handled at that
  /// moment is handled to its end, with all that it emits, and from another thread this may be seen after the call has
  /// returned. Nothing begins afterwards: no queued action, no action or element of a cancelled effect, no member of a
  /// sequence, and no effect of the transition that continues. What the cancelled effects still send is dropped. Only
  /// the answers of ``EffectProgram/onCancel(_:)`` are handled.
  ///
  /// If several threads cancel at once, the same holds for each of them; the first cancels the task of an effect.
  ///
  /// - Complexity: O(the actions and effects that it caused and that have not ended).
  public func cancel(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Does the same, for use as a function value: `perform: handle.cancel`.
  @_disfavoredOverload
  public func cancel() {
    cancel(at: .unknown)
  }

  /// Cancels the action's effects and everything they caused, called at a given place.
  public func cancel(at location: CallSite) {
    guard !isEmpty, let table else { return }
    table.cancelTree(node, by: EffectEnder(.handle, by: table.caller(at: location)))
  }
}

extension SendHandle: CustomStringConvertible {
  /// The work that there is to wait for, as a sentence, or why there is none.
  ///
  /// It says that an effect was refused, while the refusal is among the latest of its store.
  public var description: String {
    guard let table, let effects = table.unsettledEffects(of: node) else {
      let refusals = table?.refusals(at: node) ?? []
      guard refusals.isEmpty else { return "There is nothing to wait for: \(refusals.joined(separator: ", and "))." }
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
