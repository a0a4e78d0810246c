/// A stand-in for the surroundings of effects, which are slow, fail and answer twice when it says so.
///
/// A store with one in its ``StoreOptions`` gives it each attempt of an effect's operation, inside of the effect's
/// modifiers: what it throws is retried, what it delays runs into a timeout. It is for simulations; without one the cost is
/// one check.
///
/// ```swift
/// struct SlowNetwork: EffectInterceptor {
///   func intercept(_ attempt: EffectAttempt) async throws {
///     try await Task.sleep(for: .seconds(1))
///     try await attempt.operate()
///   }
/// }
/// ```
public protocol EffectInterceptor: Sendable {
  /// Does what an attempt of an effect does: as it is, later, twice or not at all.
  ///
  /// It is called in the effect's task, once for each attempt. The attempt ends when it returns, and what it throws is what
  /// the attempt has thrown.
  func intercept(_ attempt: EffectAttempt) async throws
}

/// One attempt of an effect to do what it says, as an ``EffectInterceptor`` gets it.
public struct EffectAttempt: Sendable {
  let run: EffectRun

  /// The effect.
  public var effect: EffectInfo { run.info }

  /// Does what the effect says.
  ///
  /// - Parameter hold: Where the actions go that the operation sends, and what delays the elements of a stream; without it
  ///   they go to the store at once. The one action that a task returns is handled when the effect has ended.
  /// - Throws: what the operation throws.
  public func operate(sendingThrough hold: (any SendHold)? = nil) async throws {
    try await run.operateAsIs(sendingThrough: hold)
  }

  /// Sends the action that the effect's task has returned, in addition to that itself.
  ///
  /// It does nothing before this attempt's ``operate(sendingThrough:)`` has returned, and for effects that return none.
  public func answerAgain() {
    // As the store knows it: the run has mapped it when it kept it.
    guard case .action(let action) = run.outcome else { return }
    guard !run.isCancelled else { return run.tellDropped(action) }
    run.mailbox.push(.sent(Sent(action, .effect(run, at: .unknown))))
  }

  /// Cancels the effect, as its name or a handle would.
  public func cancel() {
    run.table.change { $0.cancel([run.key]) }
  }

  /// Stops the effect's store for good: its effects are cancelled, and what is sent to it is dropped.
  ///
  /// ``Runtime/start()`` does nothing from then on.
  @MainActor
  public func stopStore() {
    run.mailbox.runtime?.stop(as: .over)
  }
}

/// A place where the actions that an effect sends are held on their way to the store.
public protocol SendHold: AnyObject, Sendable {
  /// Takes an action, in the order in which they are sent; `send` hands it over, once for each call.
  ///
  /// One with `isAwaited` has to be handed over: the operation waits until it was handled.
  func hold(_ send: @escaping @Sendable () -> Void, isAwaited: Bool)

  /// Waits before an element of a stream is handed over; `again` hands it over once more, for each call.
  ///
  /// By default it does not wait. An element for which it throws is not handed over, and the stream ends with the error.
  func delay(_ again: @escaping @Sendable () -> Void) async throws

  /// Takes an element of a stream, which is asked for more meanwhile; `send` hands it over.
  ///
  /// By default it takes none.
  ///
  /// - Returns: whether it has taken it.
  func holdElement(_ send: @escaping @Sendable () -> Void) -> Bool

  /// Hands over all that is held: the effect sends an action that cannot wait, because somebody waits for it.
  @MainActor func release()
}

extension SendHold {
  /// Does not wait.
  public func delay(_ again: @escaping @Sendable () -> Void) async throws {}

  /// Takes none.
  public func holdElement(_ send: @escaping @Sendable () -> Void) -> Bool { false }
}
