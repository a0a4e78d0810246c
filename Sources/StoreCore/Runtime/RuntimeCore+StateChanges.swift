extension RuntimeCore {
  /// Makes a change of the state that no action caused, unless the chain of such changes is too long.
  func changeState(at location: CallSite?, _ change: () -> Void) {
    let caller = hub.isActive ? table.caller() : Caller()
    // A change made while something is handled counts as an action of that chain.
    if queue.state == .handling || changeDepth > 0 {
      if let location { currentChain.location = location }
      guard admitNestedWrite(), countInChain(RepeatedActions.write, as: .write) else { return }
    } else {
      // While a handler is suspended, no turn begins that would.
      beginRoot()
    }
    changeDepth += 1
    defer { changeDepth -= 1 }
    performOutsideHandler {
      change()
      let details = caller.origin.map { EventDetails(origin: $0) }
      announce(.stateChanged, cause: caller.cause, at: location ?? .unknown, details)
      if !changeCalls.isEmpty { noteChange() }
    }
  }

  /// Calls `body` once, when the state may next have changed.
  ///
  /// That is after an action, a write from outside, or the end of an effect, outside any handler and inside the turn. Until
  /// then it costs nothing, as only that one send does not end early. `body` may ask for the change after that.
  package func callOnNextChange(_ body: @escaping @MainActor () -> Void) {
    changeCalls.append(body)
    noteListeners()
  }

  func noteChange() {
    let calls = changeCalls
    changeCalls = []
    noteListeners()
    for call in calls { call() }
  }

  /// Whether a handler is running, which may have taken the state.
  package var isHandling: Bool { queue.state == .handling }

  /// Returns whether a change may nest in the current ones, each of which takes stack space; reports one too many.
  private func admitNestedWrite() -> Bool {
    guard changeDepth >= ActionChain.writeNesting else { return true }
    guard currentChain.close(limit: table.chainLimit) else { return false }
    table.report(
      .runawayChain(last: [RepeatedActions.write], cycle: [RepeatedActions.write]),
      """
      The state was written \(changeDepth) times inside the announcement of its own change.

      An observer of the coming change writes the state at once, and is notified of that write too. The last write was not \
      made, and what would have followed from it was dropped; the store goes on.

      Write the state after the change if it has to differ from what it has become, or let the handler of actions make the \
      change.
      """,
      at: currentChain.location
    )
    return false
  }
}
