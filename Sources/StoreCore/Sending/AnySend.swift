/// A ``Send`` without its type of actions.
package struct AnySend: Sendable {
  private let run: EffectRun
  /// Where actions are held on their way, in simulations.
  private let hold: (any SendHold)?

  init(_ run: EffectRun, through hold: (any SendHold)? = nil) {
    self.run = run
    self.hold = hold
  }

  var isCancelled: Bool { run.isCancelled }

  var clock: any Clock<Duration> { run.table.clock }

  /// Keeps the action that the effect returns, which is handled when the effect has ended.
  func keep(_ action: AnyAction) {
    run.keep(action: action)
  }

  func enqueue(_ action: AnyAction, at location: CallSite) {
    guard let action = taken(action) else { return }
    post(Sent(action, .effect(run, at: location)))
  }

  @MainActor
  func send(_ action: AnyAction, at location: CallSite) -> SendHandle {
    guard let action = taken(action) else { return SendHandle() }
    hold?.release()
    return run.mailbox.runtime?.send(action, from: run, at: location) ?? SendHandle()
  }

  private func sendFromMainActor(_ action: AnyAction, at location: CallSite) -> SendHandle {
    MainActor.assumeIsolated { send(action, at: location) }
  }

  func perform(_ action: AnyAction, at location: CallSite, isolation: isolated (any Actor)? = #isolation) async {
    if isolation === MainActor.shared {
      let handle = sendFromMainActor(action, at: location)
      return handle.isEmpty ? await yieldSometimes() : await handle.tree
    }
    guard let action = taken(action) else { return }
    let node = run.table.open(parent: run.node, isCounted: true)
    await run.table.wait(for: node, scope: .tree) {
      post(Sent(action, .effect(run, at: location), node: node))
    }
  }

  private func post(_ sent: Sent<AnyAction>) {
    guard let hold else { return run.mailbox.push(.sent(sent)) }
    hold.hold({ [run] in run.mailbox.push(.sent(sent)) }, isAwaited: sent.node != .none)
  }

  // Not by `MainActor.run`, which would leave the main actor and come back: the state would not be as it is then.
  @MainActor
  func read<State, Value: Sendable>(_ value: @MainActor @Sendable (State) -> Value) -> Value? {
    run.mailbox.read(value)
  }

  /// Lets others go on now and then, so that an operation that performs in a loop leaves the main actor to them.
  @MainActor
  private func yieldSometimes() async {
    if run.life.countsVainWait() {
      await Task.yield()
    }
  }

  /// The action as the store knows it; `nil` where the effect was cancelled, and the action is dropped.
  private func taken(_ action: AnyAction) -> AnyAction? {
    let action = run.launch.outer(action)
    guard run.isCancelled else { return action }
    run.tellDropped(action)
    return nil
  }
}
