import Synchronization

extension Runtime {
  /// Ends a store for ever that was made by ``init(lastingUntilEndWith:handler:)``: its effects are cancelled, every
  /// wait returns, and nothing that is still sent is handled.
  ///
  /// To be called in the `deinit` of the engine's store, on whichever thread. What the handler holds is let go of in
  /// the next turn of the main actor.
  public nonisolated func end() {
    table.close()
    mailbox.hasEnded.store(true, ordering: .releasing)
    let mailbox = mailbox
    // A turn later also on the main actor, of which nobody can tell here: its thread may be any on some systems.
    Task.detached { @MainActor in mailbox.kept = nil }
  }

  /// Calls `body` when the store is deallocated, or at once where it was deallocated.
  ///
  /// It is called once, on the thread that lets go of the store, after its effects were cancelled and those who waited
  /// were let go.
  ///
  /// - Returns: a subscription by which it is not called any more.
  @discardableResult
  public nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    noteLook()
    return table.endListeners.add(body)
  }
}
