/// A ``Send`` without its type of actions.
package struct AnySend: Sendable {
  let run: EffectRun
  /// In simulations, holds actions on their way.
  let hold: (any SendHold)?

  func enqueue(_ action: AnyAction, at location: CallSite) {
    guard let action = run.accept(action) else { return }
    post(Sent(action, .effect(run, at: location), to: run.table.hub))
  }

  @MainActor
  func send(_ action: AnyAction, at location: CallSite) -> SendHandle {
    guard let action = run.accept(action) else { return SendHandle(countedIn: run.table) }
    hold?.release()
    return run.mailbox.runtime?.send(action, from: .effect(run, at: location), toEffects: true)
      ?? SendHandle(countedIn: run.table)
  }

  func perform(_ action: AnyAction, at location: CallSite, isolation: isolated (any Actor)? = #isolation) async {
    if let handle = callOnMainActor(from: isolation, { send(action, at: location) }) {
      await run.table.wait(for: handle.node, scope: .tree)
      return
    }
    guard let action = run.accept(action) else { return }
    let node = run.table.open(parent: run.node, isCounted: true)
    await run.table.wait(for: node, scope: .tree) {
      post(Sent(action, .effect(run, at: location), node: node, to: run.table.hub))
    }
  }

  /// Reads a value of the effect's own state, behind what it has sent, if the store is idle.
  @MainActor
  func read<State, Value: Sendable>(
    _ value: @MainActor (State) -> Value,
    at location: CallSite
  ) -> Value? {
    hold?.release()
    run.mailbox.runtime?.drain()
    return run.read(value, at: location)
  }

  private func post(_ sent: Sent<AnyAction>) {
    guard let hold else { return run.push(sent) }
    hold.hold({ [run] in run.push(sent) }, isAwaited: sent.node != .none)
  }
}

extension EffectRun {
  /// Reads a value of the effect's own state; `nil` once the effect was cancelled.
  @MainActor
  func read<State, Value: Sendable>(_ value: @MainActor (State) -> Value, at location: CallSite) -> Value? {
    guard !isCancelled else { return nil }
    return mailbox.read(value, of: { ($0.readState?()).flatMap(operation.inner) }, at: location)
  }

  fileprivate func push(_ sent: Sent<AnyAction>) {
    // Not earlier: an action that is held does not wait for its turn yet.
    if !sent.node.isNone { table.noteQueued(sent.node, waitsForEffects: false) }
    mailbox.push(.sent(sent))
  }
}

/// Calls a function if the caller is on the main actor, which the compiler does not know; returns `nil` otherwise.
func callOnMainActor<Result: Sendable>(from isolation: (any Actor)?, _ body: @MainActor () -> Result) -> Result? {
  guard isolation === MainActor.shared else { return nil }
  // The caller's isolation is the main actor: compared above.
  return MainActor.assumeIsolated(body)
}
