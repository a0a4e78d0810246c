import Synchronization

/// One call of a handler that may suspend, for its store and the tasks below it.
///
/// A task that the handler has started may keep it beyond the end of the call.
final class HandlerCall: Sendable {
  // An object, which a call that does not suspend need not make room for.
  /// The point at which a store continues when its handler has returned.
  final class Continuation: Sendable {
    let cause: EventCause?
    let location: CallSite
    let details: EventDetails?
    let node: NodeKey
    let position: Position
    let current: Origin

    init(
      _ cause: EventCause?,
      at location: CallSite,
      _ details: EventDetails?,
      _ node: NodeKey,
      _ position: Position,
      _ current: Origin
    ) {
      self.cause = cause
      self.location = location
      self.details = details
      self.node = node
      self.position = position
      self.current = current
    }
  }

  /// The action that it is for, and the place of the send that led to it.
  let action: AnyAction
  let location: CallSite
  /// The action as the cause of what the handler calls, while there is an observer.
  let cause: EventCause?
  private let mailbox: Mailbox
  private let hasReturned = Atomic(false)
  /// The reason why the action does not count as handled, if the handler has given one.
  @MainActor var unhandled: Unhandled?
  /// The program that the handler returned, until the store takes it.
  @MainActor var program: Program?
  @MainActor var continuation: Continuation?

  init(for action: AnyAction, _ cause: EventCause?, at location: CallSite, in mailbox: Mailbox) {
    self.action = action
    self.cause = cause
    self.location = location
    self.mailbox = mailbox
  }

  var table: EffectTable { mailbox.table }

  /// Whether the handler has not returned.
  var isRunning: Bool { !hasReturned.load(ordering: .acquiring) }

  // Recorded as an operation on the main actor is. It cannot prefer the executor: it would not begin at once then.
  /// Notes that the handler's task begins.
  func begin() { table.effectExecutor?.activity.beginOperation() }

  /// Notes that the handler has returned.
  @MainActor
  func end(with program: Program) {
    self.program = program
    hasReturned.store(true, ordering: .releasing)
    if continuation != nil { mailbox.runtime?.resume(self) }
    table.effectExecutor?.activity.endOperation()
  }
}
