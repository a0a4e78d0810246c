/// A stand-in for the surroundings of effects, which can make them slow, fail or answer twice.
///
/// A store passes each attempt of an effect's operation to the interceptor in its ``StoreOptions``, inside the effect's
/// modifiers: a retry repeats what it fails, and a timeout limits what it delays. It is for simulations; a store
/// without one pays for one check.
///
/// ```swift
/// struct SlowNetwork: EffectInterceptor {
///   func intercept(_ attempt: EffectAttempt) async throws {
///     try await Task.sleep(for: .seconds(1))
///     try await attempt.operate()
///   }
/// }
/// ```
package protocol EffectInterceptor: Sendable {
  /// Performs an attempt of an effect: as it is, later, twice or not at all.
  ///
  /// It is called in the effect's task, once for each attempt. The attempt ends when this returns, and fails with what
  /// this throws.
  func intercept(_ attempt: EffectAttempt) async throws
}

/// One attempt of an effect at its operation, as passed to an ``EffectInterceptor``.
package struct EffectAttempt: Sendable {
  let run: EffectRun

  /// The effect.
  package var effect: EffectInfo { run.info }

  /// Performs the effect's operation.
  ///
  /// - Parameter hold: The place that holds the actions the operation sends, and delays a stream's elements. Without it
  ///   they go to the store at once. The one action that a task returns is handled when the effect has ended.
  /// - Throws: what the operation throws.
  package func operate(sendingThrough hold: (any SendHold)? = nil) async throws {
    try await run.operateAsIs(sendingThrough: hold)
  }

  /// Sends once more the action that the effect's task has returned.
  ///
  /// It does nothing before ``operate(sendingThrough:)`` of this attempt has returned, or without such an action.
  package func answerAgain() {
    // Of the store's type: the run mapped the action when it kept it.
    guard case .action(let action) = run.outcome else { return }
    guard !run.isCancelled else { return run.tellDropped(action) }
    run.mailbox.push(.sent(Sent(action, .effect(run, at: .unknown), to: run.table.hub)))
  }

  /// Cancels the effect, as a cancel by name or by a handle does.
  package func cancel() {
    run.table.change(by: EffectEnder(.interceptor, by: Caller(cause: .effect(run.token)))) { $0.cancel([run.key]) }
  }

  /// Stops the effect's store for good: its effects are cancelled, and what is sent to it is dropped.
  ///
  /// ``Runtime/start()`` does nothing from then on.
  @MainActor
  package func stopStore() {
    run.mailbox.runtime?.stop(as: .over)
  }
}

/// A place where the actions that an effect sends are held on their way to the store.
package protocol SendHold: AnyObject, Sendable {
  /// Takes an action, in the order of the sends; each call of `send` hands it over once.
  ///
  /// An action with `isAwaited` has to be handed over: the operation waits until it has been handled.
  func hold(_ send: @escaping @Sendable () -> Void, isAwaited: Bool)

  /// Waits before an element of a stream is handed over; each call of `again` hands it over once more.
  ///
  /// By default it does not wait. If it throws, the element is not handed over, and the stream ends with the error.
  func delay(_ again: @escaping @Sendable () -> Void) async throws

  /// Takes an element of a stream, which is asked for the next one meanwhile; `send` hands the element over.
  ///
  /// By default it takes none.
  ///
  /// - Returns: whether it has taken the element.
  func holdElement(_ send: @escaping @Sendable () -> Void) -> Bool

  /// Returns an operation on the main actor that does the same and is watched; `readState` reads the store's state.
  ///
  /// By default it returns the operation itself.
  func watching(
    _ operation: @escaping @MainActor @Sendable (AnySend) async throws -> Void,
    readState: @escaping @MainActor @Sendable () -> Any?
  ) -> @MainActor @Sendable (AnySend) async throws -> Void

  /// Hands over all that is held, before the effect sends an action that cannot be held.
  @MainActor func release()
}

extension SendHold {
  /// Does not wait.
  package func delay(_ again: @escaping @Sendable () -> Void) async throws {}

  /// Does not watch.
  package func watching(
    _ operation: @escaping @MainActor @Sendable (AnySend) async throws -> Void,
    readState: @escaping @MainActor @Sendable () -> Any?
  ) -> @MainActor @Sendable (AnySend) async throws -> Void {
    operation
  }

  /// Takes none.
  package func holdElement(_ send: @escaping @Sendable () -> Void) -> Bool { false }
}
