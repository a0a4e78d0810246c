/// A way into a store from any isolation, which does not keep the store.
///
/// ```swift
/// let inlet = store.runtime.inlet
/// Task.detached { inlet.enqueue(.connected) }
/// ```
///
/// Nothing is sent to a deallocated store, and a wait for it returns.
public struct ActionInlet<Action: Sendable>: Sendable {
  let mailbox: Mailbox
  /// The lens of a child's inlet; `nil` if the store is not scoped.
  let lens: RuntimeLens?

  private func outer(_ action: Action) -> AnyAction { lens?.embed(action) ?? action }

  private var table: EffectTable { mailbox.table }

  /// Handles an action in its turn on the main actor; see ``Runtime/enqueue(_:at:)``.
  public func enqueue(_ action: Action, at location: CallSite) {
    mailbox.push(outer(action), at: location)
  }

  /// Handles an action: at once on an idle store, otherwise in its turn; see ``Runtime/send(_:at:)``.
  @MainActor
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    mailbox.runtime?.sendInTurn(outer(action), at: location) ?? SendHandle(countedIn: table)
  }

  /// Sends an action, and waits until it was handled and all effects it caused have ended, except streams.
  ///
  /// Called on the main actor, it sends like ``send(_:at:)``, and suspends only now and then if there is nothing to
  /// wait for. Called elsewhere, it sends like ``enqueue(_:at:)``. It returns early when the waiting task is cancelled,
  /// and when the store is deallocated.
  public func perform(
    _ action: Action,
    at location: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await performFully(action, at: location)
  }

  /// Does the same; returns `false` if the wait was given up.
  @discardableResult
  private func performFully(
    _ action: Action,
    at location: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard let handle = callOnMainActor(from: isolation, { send(action, at: location) }) else {
      return await enqueueAndWait(action, at: location)
    }
    guard handle.isEmpty else { return await table.wait(for: handle.node, scope: .tree, at: location) }
    // Without another call that may suspend: it would take as long as all the rest.
    if table.countVainWait() { await Task.yield() }
    return true
  }

  /// Sends an action, waits for all it causes, and reads a value from the state as it is then.
  ///
  /// - Returns: the value; `nil` if the wait ended early, if the store was deallocated or is stopped, if its state is
  ///   of another type, which is an issue, or if it is a scoped store whose child has departed.
  public func perform<State, Value: Sendable>(
    _ action: Action,
    returning value: @escaping @MainActor @Sendable (State) -> Value,
    at location: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    guard await performFully(action, at: location), !Task.isCancelled else { return nil }
    return await readPresent(value, at: location)
  }

  /// Reads a value of the present state; on an idle store what was sent before is handled first.
  ///
  /// - Returns: the value; `nil` if the store was deallocated or is stopped, if its state is of another type, which is an
  ///   issue, or if it is a scoped store whose child has departed.
  @MainActor
  public func read<State, Value: Sendable>(_ value: @MainActor (State) -> Value, at location: CallSite) -> Value? {
    mailbox.runtime?.drain()
    return readPresent(value, at: location)
  }

  @MainActor
  private func readPresent<State, Value: Sendable>(
    _ value: @MainActor (State) -> Value,
    at location: CallSite
  ) -> Value? {
    guard let lens else { return mailbox.read(value, at: location) }
    return mailbox.read(value, of: { _ in lens.child()?.presentState }, at: location)
  }

  private func enqueueAndWait(_ action: Action, at location: CallSite) async -> Bool {
    let node = table.open(parent: .none, isCounted: false)
    table.noteQueued(node, waitsForEffects: true)
    return await table.wait(for: node, scope: .tree, at: location) {
      mailbox.push(.sent(Sent(outer(action), table.originOfCall(at: location), node: node, to: table.hub)))
    }
  }
}

extension Runtime {
  /// A way into the store that does not keep it.
  public nonisolated var inlet: ActionInlet<Action> { ActionInlet(mailbox: core.mailbox, lens: lens) }
}
