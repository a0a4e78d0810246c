extension Runtime {
  // MARK: State

  /// In debug builds, reports a store that is deallocated in the turn of its first effect or first enqueued action
  /// without having been looked at: it has no owner, and its work is cancelled.
  ///
  /// For an engine whose state can be read only through the box. A store with an observer is not reported.
  ///
  /// - Parameter box: Keeps the state.
  public func reportRelease<State>(ofUnread box: StateBox<State>) {
    watchUse(of: box, reportsRelease: true)
  }

  /// In debug builds, notes whether the state is looked at through the box, for ``isUntouched``.
  ///
  /// - Parameters:
  ///   - box: Keeps the state, or stands for one that can be read elsewhere too.
  ///   - reportsRelease: Whether to report the store's release as ``reportRelease(ofUnread:)`` does, because nothing else
  ///     can read the state.
  public func watchUse<State>(of box: StateBox<State>, reportsRelease: Bool) {
    #if DEBUG
    let watch = table.releaseWatch
    watch.begin(reportsRelease: reportsRelease)
    box.onFirstLook = { watch.end() }
    #endif
  }

  /// Whether, in a debug build, since ``reportRelease(ofUnread:)`` or ``watchUse(of:reportsRelease:)`` the state was not
  /// looked at, no observer was added, and the store was given no work that continues; observers that the store was made
  /// with do not count.
  ///
  /// A view may make a store each time that it is evaluated, and drop all but the first: the others were never wanted.
  public nonisolated var isUntouched: Bool {
    #if DEBUG
    table.releaseWatch.isUntouched
    #else
    false
    #endif
  }

  /// Makes the state, which the runtime does not know, readable.
  ///
  /// It is read by callers that send an action, wait for it and then read a value, see
  /// ``ActionInlet/perform(_:returning:at:isolation:)``, and by each ``StateObserver``. Call this once, when the store
  /// is made.
  ///
  /// - Parameter read: Reads the state. It must not keep the store.
  public func shareState(_ read: @escaping @MainActor () -> Any) {
    shareState(read, replacing: nil)
  }

  /// Makes a state in a box readable, as ``shareState(_:)`` does, and replaceable by ``StoreHandle/replaceState(_:at:)``.
  public func shareState<State>(of box: StateBox<State>) {
    #if DEBUG
    box.currentSend = { [weak core] in core?.currentPlace }
    #endif
    shareState({ box.read { copy $0 } }, replacing: box)
  }

  private func shareState(_ read: @escaping @MainActor () -> Any, replacing box: (any ReplaceableState)?) {
    core.readState = read
    core.replaceableState = box
    core.showFirstState()
  }

  /// Notifies observers that the state was changed by something other than an action, for an engine that allows that.
  ///
  /// It counts as a change by ``changeState(at:isBehindSent:_:)`` does: beyond ``StoreOptions/chainLimit``, observers
  /// are not notified of a change that a listener has made, and there is an issue.
  public func stateWasWrittenExternally(at location: CallSite? = nil) {
    core.changeState(at: location) {}
  }

  /// Calls a listener of the store, outside any handler: what is sent meanwhile is handled after it.
  ///
  /// Without this, an action that `body` sends on an idle store is handled before `body` has returned. With it, the
  /// actions of such a chain count as caused by each other, see ``StoreOptions/chainLimit``.
  public func performOutsideHandler(_ body: () -> Void) {
    core.performOutsideHandler(body)
  }

  /// Returns a function that has `body` called in a later turn of the store, outside any handler.
  ///
  /// It can be called on any thread, and does not keep the store; after the store's end `body` is not called. The store
  /// is not quiet before that turn; see ``settle()``.
  package nonisolated func inTurn(_ body: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
    { [weak mailbox = core.mailbox] in mailbox?.push(.turn(body)) }
  }

  /// Makes a change of the engine's state that no action caused, and notifies observers of it.
  ///
  /// What listeners send meanwhile is handled after it. A change that a listener makes counts as caused by what the
  /// listener was notified of: beyond ``StoreOptions/chainLimit``, or nested in too many others, it is not made, and
  /// there is an issue. A change does not wait for a suspended handler: if that handler puts a copy of the state back,
  /// the change is lost.
  ///
  /// - Parameters:
  ///   - location: Where the change is made.
  ///   - isBehindSent: Whether what was enqueued before is handled first, on an idle store. Pass `false` for a state
  ///     that was computed from the present one: it would overwrite what that handling changes.
  ///   - change: Makes the change.
  public func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    if isBehindSent { core.drain() }
    core.changeState(at: location, change)
  }

  /// Reports, in a handler that may suspend, that its changes are discarded: its action counts as dropped.
  ///
  /// For an engine whose handler changes a copy of the state, and is cancelled with its action. Once the handler has
  /// returned, observers are notified of a dropped action, and subscribers to actions are not notified.
  public func dropHandledAction() {
    if let call = EffectTable.handlerCall, call.table === table { call.unhandled = .dropped }
  }

  // MARK: Errors and issues

  /// Logs, at `error` level, that the handler of an action threw an error that nothing handles, and notifies observers.
  ///
  /// For an engine whose handlers can throw; effects report their own errors. The report is made once the handler has
  /// returned or its store is deallocated, with the place where the action was sent, if known.
  public func reportFailure(_ error: any Error, of action: Action) {
    let action = outer(action)
    core.reportBehindHandler { table, cause, location in
      let error = UncaughtError(error: error, effect: nil, action: action, location: location, store: table.hub.store)
      table.report(error, cause: cause)
    }
  }

  /// Reports that something is wrong with how the store is used: to its observers, and to
  /// ``StoreOptions/onIssue`` or ``RuntimeIssueHandler``.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What happened, why, and what to do.
  ///   - location: The place in the user's code, if known.
  public nonisolated func report(_ kind: RuntimeIssue.Kind, _ message: String, at location: CallSite?) {
    core.table.report(kind, message, at: location)
  }

  /// Reports what a handler finds wrong with its action, once it has returned, at the place of the send, if known.
  ///
  /// If the handler suspends and its store is deallocated, the report is made then.
  /// If no action is being handled, it is reported at once, without a place.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What happened, why, and what to do.
  public func report(_ kind: RuntimeIssue.Kind, _ message: String) {
    core.reportBehindHandler { table, _, location in table.report(kind, message, at: location) }
  }

  /// The place of the send that led to what is being handled, if it is known: in debug builds, or with an observer.
  public var currentPlace: CallSite? { core.currentPlace }

  // MARK: Rest

  /// Stops everything that the store does, until ``start()``.
  ///
  /// What was sent before is handled first, on an idle store. Then all effects are cancelled, with the programs that
  /// they belong to: no later member of a sequence starts, and answers to cancels are dropped. From then on nothing
  /// starts. Actions are dropped, and observers are notified of each; this includes those sent by a handler that calls
  /// this, and the effects of that handler's own action do not start.
  ///
  /// For an engine whose stores rest while they are not shown. Waiters are resumed, and ``settle()`` returns.
  ///
  /// - Complexity: O(effects + actions in progress).
  public func stop() {
    core.stop()
  }

  /// Handles actions and starts effects again.
  ///
  /// What was sent while the store was stopped is dropped first, and so is what was sent before the stop and still
  /// waits. Called while an action is handled, it takes effect after that action, for what is sent after the call.
  public func start() {
    core.start()
  }

  /// Whether the store is stopped: actions are dropped, and no effect starts; see ``stop()``.
  public var isStopped: Bool { core.isStopped }
}
