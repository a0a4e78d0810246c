/// The waits for a handler that has suspended, and for the turns of actions in a sequential store, for any thread.
struct HandlerWaits: Sendable {
  /// The action whose handler has suspended, its node, and the handler's task.
  var handling: (action: AnyAction, node: NodeKey, task: Task<Void, Never>)?
  /// The actions and launches that wait for their turn, and whether they also wait for the effects of other actions.
  var queued: [NodeKey: Bool] = [:]
  /// The actions whose effects other actions wait for.
  var blocking: Set<NodeKey> = []
  /// The time for which an awaited action or launch may stay in the queue before that is reported.
  let warnAfter: Duration
}

extension EffectTable {
  /// The handler's call that the current task belongs to, if there is one.
  @TaskLocal static var handlerCall: HandlerCall?

  /// Begins to check waits: whether they wait for themselves, and whether they take long.
  func guardWaits(warnAfter: Duration) {
    handlerWaits.withLock { $0 = HandlerWaits(warnAfter: warnAfter) }
  }

  // MARK: Handlers

  /// Notes that an action's handler has suspended, so that a cancel reaches its task.
  func beginHandling(_ action: AnyAction, _ node: NodeKey, _ task: Task<Void, Never>) {
    handlerWaits.withLock { $0?.handling = (action, node, task) }
    cancelHandlerIfDue()
  }

  /// Whether an action's handler has suspended and not returned.
  func isHandling(_ node: NodeKey) -> Bool { handlerWaits.withLock { $0?.handling?.node == node } }

  /// The action whose handler has suspended, and its node; `nil` if there is none.
  package var suspendedAction: (action: AnyAction, node: NodeKey)? {
    handlerWaits.withLock { $0?.handling.map { ($0.action, $0.node) } }
  }

  /// The action whose handler has suspended, as text.
  var wordsOfHandled: String? { suspendedAction.map { RepeatedActions.words(for: $0.action) } }

  func endHandling() { handlerWaits.withLock { $0?.handling = nil } }

  /// Cancels the task of a handler whose action was cancelled, or whose store is deallocated.
  func cancelHandlerIfDue() {
    guard let handling = handlerWaits.withLock({ $0?.handling }) else { return }
    if withMachine({ $0.isClosed || $0.tree.isCancelled(handling.node) }) {
      handling.task.cancel()
    }
  }

  // MARK: The queue

  /// Calls a function when an action and all that it caused have ended; `false` if they have already.
  func tell(whenSettled node: NodeKey, _ body: @escaping @Sendable () -> Void) -> Bool {
    let waiter = Waiter(onFinish: body)
    return withMachine { $0.addWaiter(waiter, to: node, scope: .tree, run: nil) }
  }

  /// Notes that an action or a launch waits for its turn; `waitsForEffects` if also for the ends of others' effects.
  func noteQueued(_ node: NodeKey, waitsForEffects: Bool) {
    handlerWaits.withLock { $0?.queued[node] = waitsForEffects }
  }

  /// Whether an action waits for its turn, or its handler has suspended, in a store whose waits are checked.
  func isUnhandled(_ node: NodeKey) -> Bool {
    handlerWaits.withLock { $0.map { $0.handling?.node == node || $0.queued[node] != nil } ?? false }
  }

  func noteTaken(_ node: NodeKey) {
    handlerWaits.withLock { _ = $0?.queued.removeValue(forKey: node) }
  }

  /// Whether an action or a launch was cancelled before its turn, so that there is nothing to wait for.
  func isCancelledInQueue(_ node: NodeKey) -> Bool {
    // In this order: an action that enters the queue after the cancel is dropped in its turn.
    isCancelled(node) && handlerWaits.withLock { $0?.queued[node] != nil }
  }

  /// Resumes the waiters of what was cancelled before its turn: another action may hold the store until then.
  func finishWaitersOfQueued(below node: NodeKey? = nil, sparing spared: NodeKey = .none) {
    guard let queued = handlerWaits.withLock({ $0?.queued }), !queued.isEmpty else { return }
    let waiters = withMachine { machine in
      let nodes =
        node.map { machine.tree.nodes(below: $0, sparing: spared) } ?? queued.keys.sorted { $0.slot < $1.slot }
      return nodes.filter { queued[$0] != nil }.flatMap { machine.tree.takeWaiters(of: $0) }
    }
    for waiter in waiters { waiter.finish() }
  }

  func noteBlocking(_ node: NodeKey) { handlerWaits.withLock { _ = $0?.blocking.insert(node) } }

  /// Forgets the actions whose effects have ended; returns whether any are left.
  @MainActor
  func releaseSettledBlockers() -> Bool {
    // Checked without the lock: it does not change meanwhile, as it is changed only on the main actor.
    let blocking = (handlerWaits.withLock { $0?.blocking ?? [] }).filter { !isSettled($0, scope: .tree) }
    handlerWaits.withLock { $0?.blocking = blocking }
    return !blocking.isEmpty
  }

  // MARK: Waits

  /// Reports and refuses a wait that would hold up what it waits for; `false` for any other.
  func refuseWait(for node: NodeKey, scope: ActionTree<Waiter>.Scope, run: RunKey?) -> Bool {
    guard handlerWaits.withLock({ $0 != nil }), !isSettled(node, scope: scope) else { return false }
    if refuseWaitInHandler() { return true }
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

  /// Reports and refuses a wait for the store in one of its handlers; `false` outside them.
  func refuseWaitInHandler() -> Bool {
    guard let call = EffectTable.handlerCall, call.table === self, call.isRunning else { return false }
    report(
      .waitInHandler,
      """
      The handler of \(RepeatedActions.words(for: call.action)) waited for an action of its own store, or for its effects.

      The store handles nothing before the handler has returned, so the wait would not have ended. It returned at once.

      Wait in an effect instead, or send without waiting.
      """,
      at: call.location.known
    )
    return true
  }

  /// Whether an action waits for an effect to end: its turn comes after an action that the effect belongs to.
  private func isHeldUp(_ node: NodeKey, by run: RunKey) -> Bool {
    let blocking = handlerWaits.withLock { $0?.queued[node] == true ? $0?.blocking ?? [] : [] }
    guard !blocking.isEmpty else { return false }
    return withMachine { machine in
      // No action waits for a stream, nor for a program that was launched by itself.
      machine.runs[run]?.traits.isInTree == true
        && blocking.contains { machine.tree.runs(of: $0, scope: .tree).contains(run) }
    }
  }

  /// Reports a wait for a queued action if it takes long, unless the returned task is cancelled first.
  func watch(_ node: NodeKey) -> Task<Void, any Error>? {
    guard let warnAfter = handlerWaits.withLock({ $0?.queued[node] == nil ? nil : $0?.warnAfter }) else { return nil }
    let clock = EffectClock(explicit: options.clock)
    return Task.detached(executorPreference: executor) { [weak self] in
      try await clock.sleep(for: warnAfter)
      self?.reportLongWait(for: node, warnAfter)
    }
  }

  private func reportLongWait(for node: NodeKey, _ duration: Duration) {
    guard handlerWaits.withLock({ $0?.queued[node] != nil }) else { return }
    if let handled = wordsOfHandled {
      return report(
        .longWait(behind: []),
        """
        An awaited action or launch has not been handled for \(duration): it waits until the handler of \
        \(handled) returns.

        If the handler in turn waits for it, for example through another store, neither ever continues.

        Do not wait in the handler: use 'enqueue', or wait in an effect.
        """
      )
    }
    let running = liveEffects().map(\.label)
    let blocker = running.isEmpty ? "other work on the main actor" : running.joined(separator: ", ")
    report(
      .longWait(behind: running),
      """
      An awaited action or launch has not been handled for \(duration): it waits behind \(blocker).

      If that in turn waits for it, for example through a detached task, neither ever continues.

      Send from the effect's own task, use 'enqueue', or cancel the effect; raise the ordering's 'warnAfter' if it is \
      meant to take so long.
      """
    )
  }
}
