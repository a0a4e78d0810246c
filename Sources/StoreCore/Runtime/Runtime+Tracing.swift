extension Runtime {
  /// The trace of what is handled now; made when something follows from it.
  var currentTrace: Trace {
    if let trace { return trace }
    let trace = Trace(limit: table.chainLimit, links: links, location: rootLocation.known)
    self.trace = trace
    return trace
  }

  // MARK: Chains

  /// Counts an action that another one has caused; `false` where there were too many.
  func allows(_ action: Action) -> Bool {
    let trace = currentTrace
    switch trace.add(action) {
    case .handle:
      return true
    case .stop:
      let actions = trace.last.map { RepeatedActions.words(for: $0) }
      let cycle = RepeatedActions.cycle(in: actions)
      report(
        .runawayChain(last: actions, cycle: cycle),
        """
        One action has caused \(table.chainLimit) others without a pause.

        \(RepeatedActions.sentence(cycle, actions)) What was still to come of it was dropped; the store goes on.

        Let a handler stop emitting or sending at some state, or raise 'StoreOptions.chainLimit' if the chain is meant \
        to be that long.
        """,
        at: trace.location
      )
      return false
    case .drop:
      return false
    }
  }

  /// Notes that an effect's action is handled next; `false` where it is one too many of effects that feed themselves.
  func follow(_ run: EffectRunCore, with action: Action, at location: CallSite = .unknown) -> Bool {
    beginRoot()
    // What it returns is sent from nowhere: the place is that of the send which led to it.
    rootLocation = location.known ?? run.location
    let limit = table.chainLimit
    links = run.hasSuspended ? 0 : run.links &+ 1
    guard run.isExamined, links > 0 else { return true }
    let isNear = links > limit + 1 - Trace.trailLength
    let trail = isNear ? EffectTrail(action, after: run.trail) : nil
    trace = Trace(limit: limit, links: links, trail: trail, location: rootLocation.known)
    guard links > limit else { return true }
    let actions = trail?.actions.map { RepeatedActions.words(for: $0) } ?? []
    let cycle = RepeatedActions.cycle(in: actions)
    report(
      .runawayEffects(last: actions, cycle: cycle),
      """
      \(limit) effects in a row were each launched by the action of the one before, and none of them ever suspended.

      \(RepeatedActions.sentence(cycle, actions)) The last action was dropped; the store goes on.

      Let an effect wait for something, such as a clock, let a handler stop launching at some state, or raise \
      'StoreOptions.chainLimit' if the chain is meant to be that long.
      """,
      at: rootLocation.known
    )
    return false
  }

  // MARK: Observers

  /// Adds an observer, which is told of what happens from now on.
  ///
  /// The observation lasts until it is cancelled or the store is deallocated, whether it is kept or not.
  @discardableResult
  public func observe(_ observer: any RuntimeObserver) -> StoreSubscription {
    noteLook()
    isHeard = true
    mailbox.notesPlaces = true
    return table.hub.add(observer)
  }

  @inlinable
  func willHandle() {
    guard table.hub.isActive else {
      currentAction = 0
      return
    }
    actionCount &+= 1
    currentAction = actionCount
  }

  /// Tells those who listen of an action that was handled.
  @inlinable
  func didHandle(_ action: Action, cause: EventCause?, location: CallSite) {
    if turnstile != nil, defersEvent(of: action, cause: cause, location: location) { return }
    if currentAction != 0 {
      table.hub.tell(.actionHandled(action, ActionID(rawValue: currentAction)), cause: cause, location: location)
    }
    if readers != nil || currentAction == 0 { tellReaders(action) }
    if !pendingReports.isEmpty { reportPending(at: location) }
  }

  /// Keeps what is to be told until the handler has returned, if it has not.
  @usableFromInline
  func defersEvent(of action: Action, cause: EventCause?, location: CallSite) -> Bool {
    guard let suspension = turnstile?.suspension else { return false }
    suspension.event = Suspension.Event(action: action, cause: cause, location: location)
    return true
  }

  @usableFromInline
  func tellReaders(_ action: Action) {
    if let readers {
      readers.deliver(action)
      if readers.isEmpty { self.readers = nil }
    }
    // Back to the short way of `send`.
    isHeard = readers != nil || table.hub.isActive || isStopped
    if !isHeard { currentAction = 0 }
    mailbox.notesPlaces = table.hub.isActive
  }

  // MARK: Engines

  /// Reports, in debug builds, where the store is released in the turn in which it launched its first effect, without
  /// anybody having looked at it: nobody holds it, and what it launched is cancelled.
  ///
  /// For an engine whose state can be read by nothing but the box. Not told where somebody observes the store.
  ///
  /// - Parameter box: Keeps the state.
  public func reportRelease<State>(ofUnread box: StateBox<State>) {
    #if DEBUG
    guard table.options.observers.isEmpty else { return }
    let watch = table.releaseWatch
    watch.begin()
    box.onFirstLook = { watch.end() }
    #endif
  }

  /// Notes that somebody has looked at the store.
  nonisolated func noteLook() {
    #if DEBUG
    table.releaseWatch.end()
    #endif
  }

  /// Lets those who send an action, and wait for it, read a value from the state then; see
  /// ``ActionInlet/perform(_:returning:at:isolation:)``.
  ///
  /// - Parameter read: Reads the state. It must not keep the store.
  public func shareState(_ read: @escaping @MainActor () -> Any) {
    readState = read
  }

  /// The state, where it is shared and the store is not stopped.
  var sharedState: Any? { isStopped ? nil : readState?() }

  /// Logs, at `error` level, that the handler of an action threw an error that nothing handles, and tells observers.
  ///
  /// For an engine whose handlers can throw; effects report their own errors. It is told once the handler has returned,
  /// with the place where the action was sent, as far as that is known.
  public func reportFailure(_ error: any Error, of action: Action) {
    pendingReports.append(.error(error, action))
    // The place is known to who listens.
    isHeard = true
  }

  /// Gives an error of an effect that no `catch` took to the store's hook, or logs it.
  func report(_ error: any Error, of run: EffectRun<Action>) {
    let info = run.info
    if let onError = table.options.onError {
      onError(error, info)
    } else {
      report(
        UncaughtError(
          error: error,
          effect: info,
          action: info.action,
          location: info.location,
          store: table.hub.store
        ),
        cause: .effect(run.token)
      )
    }
  }

  private func report(_ error: UncaughtError, cause: EventCause?) {
    if table.hub.isActive {
      table.hub.tell(.errorUncaught(error), cause: cause, location: error.location ?? .unknown)
    }
    table.options.log(error)
  }

  /// Reports that something is wrong with how the store is used: to its observers, and to
  /// ``StoreOptions/onIssue`` or ``RuntimeIssueHandler``.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What happened, why, and what to do.
  ///   - location: The place in the user's code, where it is known.
  public nonisolated func report(_ kind: RuntimeIssue.Kind, _ message: String, at location: CallSite?) {
    table.report(kind, message, at: location)
  }

  /// Reports what a handler finds wrong with the action that it handles, once it has returned: at the place where the
  /// action was sent, as far as that is known.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What happened, why, and what to do.
  public func report(_ kind: RuntimeIssue.Kind, _ message: String) {
    pendingReports.append(.issue(kind, message))
    // The place is known to who listens.
    isHeard = true
  }

  @usableFromInline
  func reportPending(at location: CallSite) {
    let reports = pendingReports
    pendingReports = []
    let location = location.known ?? trace?.location ?? rootLocation.known
    for pending in reports {
      switch pending {
      case .issue(let kind, let message):
        report(kind, message, at: location)
      case .error(let error, let action):
        report(
          UncaughtError(error: error, effect: nil, action: action, location: location, store: table.hub.store),
          cause: currentAction == 0 ? nil : .action(ActionID(rawValue: currentAction))
        )
      }
    }
  }

  /// Tells observers that the state was changed by something else than an action, for an engine whose state can be.
  public func noteStateChange(at location: CallSite? = nil) {
    if table.hub.isActive {
      table.hub.tell(.stateChanged, location: location ?? .unknown)
    }
  }
}
