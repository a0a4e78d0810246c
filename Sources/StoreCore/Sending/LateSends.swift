// Actions that come too late are dropped in three places: in the effect that sends one, on the main actor when its turn
// comes, and in the mailbox of a deallocated store. Observers are notified of the first two.

extension EffectRun {
  /// An action that the effect sends, as the store knows it; `nil` if it is dropped because the effect was cancelled.
  func accept(_ action: AnyAction) -> AnyAction? {
    let action = operation.outer(action)
    guard isCancelled else { return action }
    tellDropped(action)
    return nil
  }

  /// Notifies observers of an action of the run that is not handled.
  func tellDropped(_ action: AnyAction) {
    table.hub.tell(.actionDropped(action), cause: .effect(token))
  }
}

extension RuntimeCore {
  /// Notifies observers of an action that is not handled.
  func tellDropped(_ action: AnyAction, from origin: Origin) {
    hub.tell(.actionDropped(action), cause: origin.cause, location: origin.location, details: origin.details)
  }
}

extension Mailbox {
  /// Drops the messages to a deallocated store: kept, they would keep their senders, which keep the mailbox.
  func discard() {
    repeat {
      _ = takeAll()
    } while !rest()
  }
}
