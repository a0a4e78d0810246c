extension Runtime {
  // MARK: Observers

  /// Adds an observer, which is told of what happens from now on.
  ///
  /// The observation lasts until it is cancelled or the store is deallocated, whether it is kept or not.
  @discardableResult
  public func observe(_ observer: any RuntimeObserver) -> StoreSubscription {
    noteLook()
    defer { noteListeners() }
    return table.hub.add(observer)
  }

  /// Calls the subscribers to actions.
  @usableFromInline
  func tellSubscribers(_ action: Action) {
    guard !isDirect else { return }
    if let actionSubscribers {
      actionSubscribers.deliver(action)
      if actionSubscribers.isEmpty { self.actionSubscribers = nil }
    }
    // Back to the short way of `send`.
    noteListeners()
    if isDirect { current.action = 0 }
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
  }

  @usableFromInline
  func reportPending(at location: CallSite) {
    let reports = pendingReports
    pendingReports = []
    let location = location.known ?? current.chain?.location ?? current.location.known
    for pending in reports {
      switch pending {
      case .issue(let kind, let message):
        report(kind, message, at: location)
      case .error(let error, let action):
        report(
          UncaughtError(error: error, effect: nil, action: action, location: location, store: table.hub.store),
          cause: handlerCause
        )
      }
    }
  }

  /// Tells observers that the state was changed by something else than an action, for an engine whose state can be.
  public func stateWasWrittenExternally(at location: CallSite? = nil) {
    if table.hub.isActive {
      table.hub.tell(.stateChanged, location: location ?? .unknown)
    }
  }
}
