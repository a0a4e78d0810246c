import Synchronization

extension Runtime {
  /// Ends a store for ever that was made by ``init(lastingUntilEndWith:handler:)``: its effects are cancelled, all who
  /// wait go on, and nothing that is still sent is handled.
  ///
  /// To be called in the `deinit` of the engine's store, on whichever thread. What the handler holds is let go of in the
  /// next turn of the main actor.
  public nonisolated func end() {
    table.close()
    mailbox.hasEnded.store(true, ordering: .releasing)
    let mailbox = mailbox
    // A turn later also on the main actor, of which nobody can tell here: its thread may be any on some systems.
    Task.detached { @MainActor in mailbox.kept = nil }
  }
}
