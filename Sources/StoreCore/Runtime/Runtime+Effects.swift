extension Runtime {
  /// Runs an effect program that no action caused: at once on an idle store, else behind what is queued.
  ///
  /// - Returns: a handle to wait for its effects and to cancel them.
  @discardableResult
  public func launch(_ program: EffectProgram<Action>) -> SendHandle {
    guard !program.isNone else { return SendHandle() }
    if let turnstile { return launch(program, through: turnstile) }
    guard !isBusy else {
      takeLetters()
      let node = table.open(parent: .none, isCounted: false)
      let source = ActionSource(isCaused: true, action: currentAction)
      queue.append(.program(program, node: node, trace: currentTrace, source: source))
      return SendHandle(table: table, node: node)
    }
    drainNow()
    isBusy = true
    currentAction = 0
    let handle = run(program, parent: .none, isCounted: false)
    work()
    endTurn()
    return handle
  }

  /// Cancels the selected effects.
  ///
  /// When it returns, they are no longer running, their tasks are cancelled, and what they still send is
  /// dropped. It does not wait for its turn: an action that was enqueued before and is not handled yet starts its
  /// effects later. The members that follow them in a sequence have started, if the store was idle.
  @inlinable
  public func cancel(_ selector: EffectSelector) {
    guard turnstile == nil else { return cancelInTurn(selector) }
    guard !isBusy else { return table.cancel(selector) }
    // What an observer sends meanwhile waits until the cancel is done.
    isBusy = true
    currentAction = 0
    table.cancel(selector)
    isBusy = false
    if !queue.isEmpty || !letters.isEmpty || !mailbox.isEmpty { takeTurnBody(self) }
  }

  @usableFromInline
  func cancelInTurn(_ selector: EffectSelector) {
    if let turnstile { cancel(selector, through: turnstile) }
  }

  /// Whether an effect of this name is running, or waits for its turn.
  ///
  /// One that was cancelled is not, even if it has not ended yet.
  public func isTaskRunning(id: some Hashable & Sendable) -> Bool {
    noteLook()
    return table.isRunning(EffectID(id))
  }

  /// The number of running effects, those included that wait for their turn.
  ///
  /// Cancelled ones that have not ended yet are left out.
  public var runningTaskCount: Int {
    noteLook()
    return table.runningCount
  }

  /// The running effects in the order of their launches, those included that wait for their turn.
  public var runningEffects: [EffectInfo] {
    noteLook()
    return table.runningEffects
  }

  /// The effects that wait for others of their name, or for the end of a throttle's interval, in the order of their
  /// launches.
  public var waitingEffects: [EffectInfo] {
    noteLook()
    return table.waitingEffects
  }

  /// The effects that were cancelled or replaced and have not ended yet, in the order of their launches.
  ///
  /// They block nobody: their names are free, and nothing they send is handled.
  public var drainingEffects: [EffectInfo] { table.drainingEffects }
}
