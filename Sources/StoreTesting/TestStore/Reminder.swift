import StoreCore

/// What is left to be asserted when a test store is deallocated, on whichever thread.
final class Reminder<Action: Sendable>: Sendable {
  private let actions = Locked<[Action]>([])
  private let site: CallSite

  init(site: CallSite) {
    self.site = site
  }

  /// Replaces what is left.
  func note(_ actions: [Action]) {
    self.actions.withLock { $0 = actions }
  }

  /// Reports what is left, if something is.
  func report() {
    let actions = actions.withLock { $0 }
    guard !actions.isEmpty else { return }
    TestStoreReport.notFinished(actions).record(at: site)
  }
}
