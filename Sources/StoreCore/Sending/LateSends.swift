// Actions that come too late are dropped: in the effect that sends one, and on the main actor when its turn comes, both of
// which observers are told of; and in the mailbox of a store that is deallocated, where nobody is left to be told.

extension EffectRun {
  /// An action that the effect sends, as the store knows it; `nil` where the effect was cancelled, and it is dropped.
  func accept(_ action: AnyAction) -> AnyAction? {
    let action = operation.outer(action)
    guard isCancelled else { return action }
    tellDropped(action)
    return nil
  }

  /// Tells observers of an action of the run that is not handled.
  func tellDropped(_ action: AnyAction) {
    table.hub.tell(.actionDropped(action), cause: .effect(token))
  }
}

extension RuntimeCore {
  /// Whether an action whose turn has come is too late: its effect was cancelled meanwhile, or its own node was.
  func isLate(_ origin: Origin, node: NodeKey) -> Bool {
    origin.effect?.isCancelled == true || (!node.isNone && table.isCancelled(node))
  }

  /// Tells observers of an action that is not handled.
  func tellDropped(_ action: AnyAction, from origin: Origin) {
    hub.tell(.actionDropped(action), cause: cause(of: origin), location: origin.location)
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
