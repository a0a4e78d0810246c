/// What became of a sent action: something to wait for, and to cancel by.
///
/// A handle is a plain value. It keeps neither the store nor its effects alive, and costs nothing when there is
/// nothing to wait for.
///
/// ```swift
/// let handle = store.send(.refresh)
/// await handle.value
/// ```
public struct SendHandle: Sendable {
  @usableFromInline let table: EffectTable?
  @usableFromInline let node: SlotKey

  /// Creates the handle of an action that was handled and caused nothing.
  @inlinable
  public init() {
    table = nil
    node = .none
  }

  @inlinable
  init(table: EffectTable, node: SlotKey) {
    self.table = table
    self.node = node
  }

  /// Whether there never was anything to wait for.
  @inlinable public var isEmpty: Bool { table == nil }

  /// Whether ``value`` would return at once.
  public var isFinished: Bool {
    table?.isSettled(node, scope: .own) ?? true
  }

  /// Waits until the action was handled and its own effects have ended, were cancelled, replaced or refused.
  ///
  /// An endless stream counts: it is waited for until it is cancelled. What the effects cause in turn does not
  /// count; see ``tree``. The wait returns early when the waiting task is cancelled, and when the store is deallocated
  /// away. An effect that waits for itself, directly or through effects that wait for each other in this store,
  /// goes on at once. Waits between effects of two stores are not followed.
  @inlinable
  public var value: Void {
    get async {
      guard table != nil else { return }
      await waitForOwn()
    }
  }

  /// Waits like ``value``, and for everything that the effects cause in turn, streams excepted.
  ///
  /// A sequence with members after a stream is waited for, and so the stream in it.
  @inlinable
  public var tree: Void {
    get async {
      guard table != nil else { return }
      await waitForTree()
    }
  }

  /// Cancels the action's effects and everything they caused, or takes the action out of the queue.
  ///
  /// It can be called from any isolation. After it returns, what the cancelled effects still send is dropped.
  public func cancel() {
    table?.cancelTree(node)
  }

  @usableFromInline
  func waitForOwn() async {
    await table?.wait(for: node, scope: .own)
  }

  @usableFromInline
  func waitForTree() async {
    await table?.wait(for: node, scope: .tree)
  }
}

extension SendHandle: CustomStringConvertible {
  /// What there is to wait for, in a sentence.
  public var description: String {
    guard let table, let effects = table.unsettledEffects(of: node) else {
      return "The action was handled, and there is nothing to wait for."
    }
    let store = table.hub.store.title
    guard !effects.isEmpty else { return "The action waits for its turn in \(store), or is being handled." }
    let names = effects.map(\.numberedTitle).joined(separator: ", ")
    return "The action was handled by \(store), and its effects are running: \(names)."
  }
}
