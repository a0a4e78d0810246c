extension RuntimeCore {
  /// Makes later actions wait until everything that an action caused has ended.
  func block(until node: NodeKey) {
    guard table.tell(whenSettled: node, { [mailbox] in mailbox.wake() }) else { return }
    table.noteBlocking(node)
    queue.isBlocked = true
  }

  /// Unblocks actions whose wait is over, as the effects have ended.
  func releaseSettledBlockers() { queue.isBlocked = table.releaseSettledBlockers() }
}
