import Synchronization

extension EffectTable {
  /// The handler's call that the current task belongs to, if there is one.
  @TaskLocal static var handlerCall: HandlerCall?

  // MARK: Handlers

  /// Notes that an action's handler has suspended, so that a cancel reaches its task.
  func beginHandling(_ node: SlotKey, _ task: Task<Void, Never>) {
    turnstile.withLock { $0.handling = (node, task) }
    cancelHandlerIfDue()
  }

  /// Whether an action's handler has suspended and not returned.
  func isHandling(_ node: SlotKey) -> Bool {
    hasTurnstile.load(ordering: .relaxed) && turnstile.withLock { $0.handling?.node == node }
  }

  /// Notes that the handler has returned.
  func endHandling() {
    turnstile.withLock { $0.handling = nil }
  }

  /// Cancels the task of a handler whose action was cancelled, or whose store is deallocated.
  func cancelHandlerIfDue() {
    guard
      hasTurnstile.load(ordering: .relaxed),
      let handling = turnstile.withLock({ $0.handling })
    else { return }
    if withMachine({ $0.isClosed || $0.tree.isCancelled(handling.node) }) {
      handling.task.cancel()
    }
  }

  // MARK: Holding the store

  /// Tells a hold when an action and all that it caused have ended; `false` where they have already.
  func tell(_ hold: TurnstileHold, whenSettled node: SlotKey) -> Bool {
    let waiter = Waiter { hold.end() }
    return machine.withLock { $0.addWaiter(waiter, to: node, scope: .tree, run: nil) }
  }

  // MARK: Waits

  /// Has waits looked at: whether they wait for themselves, and whether they take long.
  func guardWaits(patience: Duration) {
    turnstile.withLock { $0.patience = patience }
    hasTurnstile.store(true, ordering: .relaxed)
  }

  /// Notes that an action waits for its turn; for the ends of other actions' effects too, where it comes from outside.
  func noteQueued(_ node: SlotKey, waitsForEffects: Bool) {
    turnstile.withLock { $0.queued[node] = waitsForEffects }
  }

  /// Notes that an action from outside is on its way, for which somebody is about to wait.
  func noteAwaited(_ node: SlotKey) {
    guard hasTurnstile.load(ordering: .relaxed) else { return }
    noteQueued(node, waitsForEffects: true)
  }

  /// Notes that it is handled.
  func noteTaken(_ node: SlotKey) {
    turnstile.withLock { _ = $0.queued.removeValue(forKey: node) }
  }

  /// Notes that an action's effects hold the store.
  func noteHolding(_ node: SlotKey) {
    turnstile.withLock { _ = $0.holding.insert(node) }
  }

  /// Notes that they have ended.
  func noteReleased(_ node: SlotKey) {
    turnstile.withLock { _ = $0.holding.remove(node) }
  }

  /// Whether a wait would hold up what it waits for; then it is reported, and not to be made.
  func isHopeless(_ node: SlotKey, scope: CausalTree<Waiter>.Scope, run: SlotKey?) -> Bool {
    guard hasTurnstile.load(ordering: .relaxed), !isSettled(node, scope: scope) else { return false }
    if isWaitInHandler() { return true }
    guard let run, isHeldUp(node, by: run) else { return false }
    report(
      .waitForQueuedAction,
      """
      An effect of a sequential store waited for an action that is handled after the effect has ended.

      The wait would not have ended. It returned at once; the action keeps its turn.

      Send the action from the effect itself, which is handled at once, or do not wait for it.
      """
    )
    return true
  }

  /// Whether a handler of the store waits for the store; then it is reported, and the wait not to be made.
  func isWaitInHandler() -> Bool {
    guard let call = EffectTable.handlerCall, call.table === self, call.isRunning else { return false }
    report(
      .waitInHandler,
      """
      A handler waited for an action of its own store, or for its effects.

      The store handles nothing before the handler has returned, so the wait would not have ended. It returned at once.

      Wait in an effect instead, or send without waiting.
      """
    )
    return true
  }

  /// Whether an action waits for an effect to end: for its turn, behind an action that the effect belongs to.
  private func isHeldUp(_ node: SlotKey, by run: SlotKey) -> Bool {
    let holding = turnstile.withLock { $0.queued[node] == true ? $0.holding : [] }
    guard !holding.isEmpty else { return false }
    return withMachine { machine in
      // Nobody waits for a stream, nor for a program that was launched by itself.
      !machine.runs.isStream(run)
        && holding.contains { machine.tree.runs(of: $0, scope: .tree).contains(Int(run.index)) }
        && machine.runs.isLive(run)
    }
  }

  /// Reports a wait that takes long behind a running effect, until the returned task is cancelled.
  func watch(_ node: SlotKey) -> Task<Void, any Error>? {
    guard
      hasTurnstile.load(ordering: .relaxed),
      let patience = turnstile.withLock({ $0.queued[node] == nil ? nil : $0.patience })
    else { return nil }
    let clock = EffectClock(explicit: options.clock)
    return Task.detached(executorPreference: executor) { [weak self] in
      try await clock.sleep(for: patience)
      self?.reportLongWait(for: node, patience)
    }
  }

  private func reportLongWait(for node: SlotKey, _ patience: Duration) {
    guard turnstile.withLock({ $0.queued[node] != nil }) else { return }
    let running = runningEffects.map(\.label)
    let blocker = running.isEmpty ? "a handler that has not returned" : running.joined(separator: ", ")
    report(
      .longWait(behind: running),
      """
      An action that somebody waits for has not been handled for \(patience): it waits behind \(blocker).

      If that in turn waits for the action, for example through a detached task, neither ever goes on.

      Send from the effect's own task, use 'enqueue', or cancel the effect; raise the ordering's patience if it is meant \
      to take so long.
      """
    )
  }

  func report(_ kind: RuntimeIssue.Kind, _ message: String, at location: CallSite? = nil) {
    let issue = RuntimeIssue(kind: kind, message: message, store: hub.store, location: location)
    if hub.isActive {
      hub.tell(.issueFound(issue), location: location ?? .unknown)
    }
    options.report(issue)
  }
}
