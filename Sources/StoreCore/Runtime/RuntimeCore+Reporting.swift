extension RuntimeCore {
  // MARK: Observers

  func observe(_ observer: any RuntimeObserver) -> StoreSubscription {
    noteLook()
    defer { noteListeners() }
    observer.begin(StoreHandle(to: self))
    let subscription = hub.add(observer)
    showFirstState()
    return subscription
  }

  /// Gives the observers that the store is made with a way to it.
  func beginObservers() {
    // What they send waits for a later turn: the engine is still being made.
    guard queue.begin() else { return }
    hub.begin(StoreHandle(to: self))
    endTurn(atMost: 0)
    if !mailbox.isEmpty { mailbox.wake() }
  }

  func subscribe(toActions receive: @escaping @MainActor (AnyAction) -> Void) -> StoreSubscription {
    noteLook()
    let subscribers = actionSubscribers ?? StoreSubscribers()
    actionSubscribers = subscribers
    noteListeners()
    return subscribers.add(receive)
  }

  /// Ends a subscription after the action being handled, if there is one, so that it still receives that action.
  func endBehindAction(_ subscription: StoreSubscription) {
    guard queue.state != .idle else { return subscription.cancel() }
    endingSubscriptions.append(subscription)
  }

  func endSubscriptions() {
    let ending = endingSubscriptions
    endingSubscriptions = []
    for subscription in ending { subscription.cancel() }
  }

  nonisolated func noteLook() {
    #if DEBUG
    table.releaseWatch.end()
    #endif
  }

  // MARK: Errors and issues

  /// Gives an uncaught error of an effect to the store's hook, or logs it.
  func report(_ error: any Error, of run: EffectRun) {
    let (info, store) = (run.info, hub.store)
    if let onError = table.options.onError { return onError(error, info) }
    let action = info.action
    let uncaught = UncaughtError(error: error, effect: info, action: action, location: info.location, store: store)
    table.report(uncaught, cause: .effect(run.token))
  }

  /// The place of the send that led to what is being handled, if known.
  var currentPlace: CallSite? { current.location.known ?? current.chain?.location }

  /// Reports something once the current handler has returned or the store is deallocated, or at once if there is no
  /// handler.
  func reportBehindHandler(_ report: @escaping @Sendable (EffectTable, EventCause?, CallSite?) -> Void) {
    let call = EffectTable.handlerCall.flatMap { $0.table === table ? $0 : nil }
    let place = call?.location.known ?? currentPlace
    // A handler that has suspended is not the current one any more.
    let cause = call?.continuation?.current.cause ?? current.cause
    pendingReports.append(PendingReport(make: report, cause: cause, place: place))
    guard queue.state == .idle else { return }
    beginRoot()
    reportPending(at: .unknown)
  }

  func reportPending(at location: CallSite) {
    let reports = pendingReports
    pendingReports = []
    let location = location.known ?? currentPlace
    for report in reports { report.make(table, current.cause, location) }
  }
}
