extension RuntimeCore {
  /// The most messages that a turn handles, unless a caller waits for its end.
  ///
  /// If effects send faster than the store handles, each turn would find more than the one before. This number of small
  /// handlers takes about a millisecond.
  static let messagesOfTurn = 1_024

  /// Handles what is due: called by the mailbox, never inside a handler.
  ///
  /// What exceeds the limit, or comes meanwhile, is left to a later turn of the main actor, so that a flood of actions
  /// does not keep it from other work.
  package func drainWhenDue() {
    if let pauseEnd, ObserverHub.now < pauseEnd { return mailbox.scheduleDrain() }
    pauseEnd = nil
    handledCount = 0
    // A run loop inside a handler may get here: then the handler's own turn handles the messages.
    drain(atMost: Self.messagesOfTurn)
    if !noteTurn() || !mailbox.rest() { mailbox.scheduleDrain() }
    // A waiting `settle()` need not check while messages are left.
    if mailbox.isEmpty { tellWatchers() }
  }

  /// Notes the end of a turn; `false` if the store checks again in the next one, rather than wait to be woken.
  func noteTurn() -> Bool {
    backoff.noteTurn(handledCount: handledCount)
    guard !backoff.isOver else { return true }
    // A waiting `settle()` is notified when the store rests.
    guard table.isWatched else { return false }
    backoff = IdleBackoff()
    return true
  }

  /// Handles the messages that have come so far, if nothing is being handled.
  func drain(atMost limit: Int = .max) {
    takeMessages()
    if beginTurn() { endTurn(atMost: limit) }
  }

  /// Handles what waits in the queue, if nothing is being handled.
  func handleWaiting() {
    if beginTurn() { endTurn() }
  }

  /// Takes messages from the mailbox, after those that wait already.
  func takeMessages() {
    guard !mailbox.isEmpty else { return }
    var messages = mailbox.takeAll()
    guard queue.isSequential else { return queue.actions.append(contentsOf: messages) }
    while let message = messages.popFirst() {
      queue.append(message, fromEffect: message.isFromEffect)
    }
  }

  /// Performs the remaining steps of the current message, and handles what waits, up to a number of messages.
  ///
  /// The rest waits in the queue for the next turn, or for the next call. A handler that suspends ends the turn too.
  func endTurn(atMost limit: Int = .max) {
    let start = handledCount
    repeat {
      while queue.state == .handling {
        if performStep() { continue }
        if queue.isBlocked { releaseSettledBlockers() }
        guard handledCount - start < limit, let message = queue.next() else { break }
        if hub.makesContexts, let context = message.context {
          context.call {
            handle(message)
            while queue.state == .handling, performStep() {}
          }
        } else {
          handle(message)
        }
      }
      // A hook that receives a report may send, and so may the values that are released with the last action.
      // Reports about an action whose handler has suspended are made when that has returned.
      if !pendingReports.isEmpty, !isHandlerSuspended { reportPending(at: .unknown) }
      #if DEBUG
      if !unmatchedCancels.isEmpty { reportUnmatchedCancels() }
      #endif
      beginRoot()
    } while queue.hasNext && handledCount - start < limit
    if queue.hasNext { mailbox.noteLeft() }
    queue.end()
    endActing()
    for message in queue.takeLater() { mailbox.push(message) }
  }

  /// Performs the next step of the current message; `false` if there is none.
  private func performStep() -> Bool {
    // After a change that no action made, or an action of which subscribers are not notified.
    if !endingSubscriptions.isEmpty { endSubscriptions() }
    guard let step = steps.popLast() else { return false }
    perform(step)
    return true
  }

  // MARK: Listeners

  func performOutsideHandler(_ body: () -> Void) {
    let origin = hub.isActive ? table.originOfCall(at: .unknown) : nil
    guard beginTurn() else { return body() }
    // No action of the store has caused what is launched meanwhile.
    beginRoot()
    if let origin { current = origin }
    body()
    takeMessages()
    endTurn()
  }
}
