extension Runtime {
  /// Calls somebody who hears of the store, outside of any handler: what is sent meanwhile is handled after it.
  ///
  /// Without this, an action that `body` sends on an idle store is handled before `body` has returned. With it, a chain
  /// of such actions counts as caused by each other, see ``StoreOptions/chainLimit``.
  public func callOut(_ body: () -> Void) {
    let isFirst = turnstile.map { $0.machine.begin() } ?? !isBusy
    isBusy = true
    body()
    guard isFirst else { return }
    if let turnstile {
      turnstile.machine.end()
      takeGatedTurn()
    } else {
      isBusy = false
      if !queue.isEmpty || !letters.isEmpty || !mailbox.isEmpty { takeTurnBody(self) }
    }
  }

  /// Makes a change of the engine's state that no action caused, and tells observers of it.
  ///
  /// What is sent meanwhile, by those who hear of the change, is handled after it.
  ///
  /// - Parameters:
  ///   - location: Where the change is made.
  ///   - isBehindSent: Whether what was enqueued before is handled first, on an idle store. Not for a state that was made
  ///     from the present one: it would take the place of what comes of that.
  ///   - change: Makes the change.
  public func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    if isBehindSent { drainNow() }
    callOut {
      change()
      noteStateChange(at: location)
    }
  }
}
