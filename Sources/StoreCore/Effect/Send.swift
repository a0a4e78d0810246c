/// How a running effect sends actions to its store, from any isolation.
///
/// ```swift
/// .run { send in
///   send(.started)
///   for try await line in lines { send(.read(line)) }
/// }
/// ```
///
/// Actions of one effect are handled in the order in which they were sent. Once the effect was cancelled or
/// replaced, what it still sends is dropped, and the store's observer hears of it. It holds the store weakly:
/// actions to a store that has gone are dropped too.
///
/// Keep it inside the operation: what is sent by a copy that outlives its effect is handled, and no cancel stops it.
public struct Send<Action>: Sendable {
  private let core: EffectRunCore
  private let post: @Sendable (Action, SlotKey, LocationBox?) -> Void

  init(_ run: EffectRun<Action>) where Action: Sendable {
    let mailbox = run.mailbox
    core = run
    post = { mailbox.push(SentLetter($0, sender: run, node: $1, location: $2)) }
  }

  /// Whether the effect was cancelled or replaced, or its store has gone: what it sends is dropped.
  ///
  /// Other than the cancellation of the current task, it is not set where a time limit ends the operation.
  public var isCancelled: Bool { core.isCancelled }

  private init(core: EffectRunCore, post: @escaping @Sendable (Action, SlotKey, LocationBox?) -> Void) {
    self.core = core
    self.post = post
  }
}

extension Send where Action: Sendable {
  /// Sends an action.
  ///
  /// It returns at once; the action is handled on the main actor, behind those sent before.
  public func callAsFunction(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard !isDropped(action) else { return }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    post(action, .none, box(location))
  }

  /// Sends an action and waits until it was handled, and all effects it caused have ended, streams excepted.
  ///
  /// It returns early when the effect is cancelled, also by the very action it waits for, and when the store
  /// goes away. It never waits for the effect that calls it.
  public func perform(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard !isDropped(action) else { return }
    let node = core.table.open(parent: core.node, isCounted: true)
    post(action, node, box(CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    await core.table.wait(for: node, scope: .tree)
  }

  private func box(_ location: CallSite) -> LocationBox? {
    core.table.hub.isActive ? LocationBox(location) : nil
  }

  private func isDropped(_ action: Action) -> Bool {
    guard core.isCancelled else { return false }
    core.tellDropped(action)
    return true
  }

  func pullback<Other: Sendable>(_ transform: @escaping @Sendable (Other) -> Action) -> Send<Other> {
    let post = self.post
    return Send<Other>(core: core, post: { post(transform($0), $1, $2) })
  }
}
