/// Finds which actions repeat while something goes on for ever, in all stores of an executor.
final class RestlessWatch: RuntimeObserver {
  private static let mostActions = 96

  private let names = Locked([String]())
  private let subscriptions = Locked([StoreSubscription]())

  /// Watches until it is ended.
  init(of activity: ExecutorActivity) {
    let subscriptions = activity.observe(self)
    self.subscriptions.withLock { $0 = subscriptions }
  }

  func end() {
    let subscriptions = subscriptions.withLock { subscriptions in
      defer { subscriptions = [] }
      return subscriptions
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  func receive(_ event: RuntimeEvent) {
    guard case .actionHandled(let action, _) = event.kind else { return }
    names.withLock { names in
      names.append(RepeatedActions.name(of: action))
      if names.count > Self.mostActions { names.removeFirst() }
    }
  }

  /// The series that the names of the actions repeat, or else the last ones.
  var repeated: [String] {
    let names = names.withLock { $0 }
    let cycle = RepeatedActions.cycle(in: names)
    return cycle.isEmpty ? names.suffix(8) : cycle
  }
}
