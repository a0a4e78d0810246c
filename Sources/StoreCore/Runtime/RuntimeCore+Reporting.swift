extension RuntimeCore {
  // MARK: Observers

  func observe(_ observer: any RuntimeObserver) -> StoreSubscription {
    noteLook()
    defer { noteListeners() }
    let subscription = hub.add(observer)
    showFirstState()
    return subscription
  }

  func subscribe(toActions receive: @escaping @MainActor (AnyAction) -> Void) -> StoreSubscription {
    noteLook()
    let subscribers = actionSubscribers ?? StoreSubscribers()
    actionSubscribers = subscribers
    noteListeners()
    return subscribers.add(receive)
  }

  /// Ends a subscription behind the action that is handled, if one is, so that it hears of that.
  func endBehindAction(_ subscription: StoreSubscription) {
    guard queue.state != .idle else { return subscription.cancel() }
    steps.append(.endSubscription(subscription))
  }

  func tellSubscribers(_ action: AnyAction) {
    guard !isDirect else { return }
    if let actionSubscribers {
      actionSubscribers.deliver(action)
      if actionSubscribers.isEmpty { self.actionSubscribers = nil }
    }
    // Back to the short way of `send`.
    noteListeners()
    if isDirect { current.action = 0 }
  }

  nonisolated func noteLook() {
    #if DEBUG
    table.releaseWatch.end()
    #endif
  }

  #if DEBUG
  /// Notes the place of a send that goes the short way, for what is told of its handler.
  @usableFromInline
  func noteSend(at location: CallSite) { current.location = location }
  #endif

  // MARK: Errors and issues

  /// Gives an error of an effect that no `catch` took to the store's hook, or logs it.
  func report(_ error: any Error, of run: EffectRun) {
    let (info, store) = (run.info, hub.store)
    if let onError = table.options.onError { return onError(error, info) }
    let action = info.action
    let uncaught = UncaughtError(error: error, effect: info, action: action, location: info.location, store: store)
    report(uncaught, cause: .effect(run.token))
  }

  func report(_ error: UncaughtError, cause: EventCause?) {
    hub.tell(.errorUncaught(error), cause: cause, location: error.location ?? .unknown)
    table.options.log(error)
  }

  /// The place of the send that led to what is handled, as far as it is known.
  var currentPlace: CallSite? { current.location.known ?? current.chain?.location }

  /// Reports something once the handler that is called has returned; at once where none is.
  func reportBehindHandler(_ report: @escaping PendingReport) {
    pendingReports.append(report)
    guard queue.state == .idle else { return }
    beginRoot()
    reportPending(at: .unknown)
  }

  func reportPending(at location: CallSite) {
    let reports = pendingReports
    pendingReports = []
    let location = location.known ?? currentPlace
    for report in reports { report(self, location) }
  }
}

extension EffectTable {
  /// Tells observers and the store's hook that something is wrong with how the store is used.
  func report(_ kind: RuntimeIssue.Kind, _ message: String, at location: CallSite? = nil) {
    let issue = RuntimeIssue(kind: kind, message: message, store: hub.store, location: location)
    hub.tell(.issueFound(issue), location: location ?? .unknown)
    options.report(issue)
  }
}
