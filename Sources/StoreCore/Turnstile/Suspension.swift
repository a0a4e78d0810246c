/// The call of a handler that suspends.
///
/// Used on the main actor only.
@MainActor
@usableFromInline
package final class Suspension<Action: Sendable> {
  /// What is told of the action once its handler has returned.
  struct Event {
    let action: Action
    let cause: EventCause?
    let location: CallSite
  }

  /// Where the handler's program goes on in the store.
  struct Place {
    let node: SlotKey
    let frame: Frame<Action>?
    let action: UInt64
    let launcher: Action?
    let location: CallSite
  }

  var event: Event?
  var place: Place?
  /// What the handler returned.
  var program: EffectProgram<Action>?
  var task: Task<Void, Never>?

  init() {}
}
