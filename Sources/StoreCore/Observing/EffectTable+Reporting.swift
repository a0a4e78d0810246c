extension EffectTable {
  /// Reports to observers and the store's hook that something is wrong with how the store is used.
  func report(_ kind: RuntimeIssue.Kind, _ message: String, at location: CallSite? = nil) {
    let issue = RuntimeIssue(kind: kind, message: message, store: hub.store, location: location)
    hub.tell(.issueFound(issue), location: location ?? .unknown)
    options.report(issue)
  }

  /// Logs an error of something that works for the store, which nothing handles, and notifies observers.
  package func report(_ error: any Error, at location: CallSite?) {
    report(UncaughtError(error: error, effect: nil, action: nil, location: location, store: hub.store), cause: nil)
  }

  /// Logs an error that nothing handles, and notifies observers.
  func report(_ error: UncaughtError, cause: EventCause?) {
    hub.tell(.errorUncaught(error), cause: cause, location: error.location ?? .unknown)
    options.log(error)
  }
}
