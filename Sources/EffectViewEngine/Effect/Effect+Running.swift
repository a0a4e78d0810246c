public import StoreCore

extension Effect {
  /// Starts an operation that may fail: ``run(id:priority:operation:)`` in the word of EffectView.
  ///
  /// An error goes to the nearest ``catch(_:)`` around it, else to the host's error hook; see `StoreOptions.onError`. A
  /// cancelled operation fails silently. An operation that is to be tried again by `retry(_:clock:)` is of this kind.
  public static func throwingTask(
    name: EffectID? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async throws -> Void
  ) -> Effect {
    .program { env in
      .runOnMainActor(EffectOptions(id: name, priority: priority)) { send in
        try await operation(Input(send), env)
      }
    }
  }

  /// Starts an operation that may fail, under a name that is any hashable value: ``run(id:priority:operation:)`` in the word
  /// of EffectView; `nil` is no name.
  @_disfavoredOverload
  public static func throwingTask<Name: Hashable & Sendable>(
    name: Name?,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async throws -> Void
  ) -> Effect {
    .throwingTask(name: name.map { EffectID($0) }, priority: priority, operation: operation)
  }

  /// Starts the effect that a function makes of the environment, when its turn comes.
  ///
  /// ```swift
  /// .withEnv { env in .loadItems().timeout(after: env.patience) }
  /// ```
  public static func withEnv(_ make: @escaping @MainActor (Env) -> Effect) -> Effect {
    .program { env in .deferred { make(env).program(in: env) } }
  }

  /// Forwards the elements of a sequence as events, in order, until it ends.
  ///
  /// At most `StreamLimits.capacity` elements wait to be handled; then the sequence is not asked for more. An error of
  /// the sequence goes where a task's does.
  ///
  /// - Parameters:
  ///   - name: The name, under which a running effect of the same name is cancelled first.
  ///   - elements: Makes the sequence on the main actor, when its turn comes, and again for each `retry(_:clock:)`; it is
  ///     iterated off the main actor.
  /// - Returns: the effect.
  public static func stream<Elements: AsyncSequence & Sendable>(
    name: EffectID? = nil,
    of elements: @escaping @MainActor (Env) -> Elements
  ) -> Effect where Elements.Element == Event {
    .program { env in
      let make: @MainActor @Sendable () -> Elements = { elements(env) }
      return .stream(EffectOptions(id: name)) { await make() }
    }
  }

  /// Sends an event for a value of an `@Observable` object: for the one now, and for each later one that differs.
  ///
  /// ```swift
  /// .observe(id: "session", { env in env.session.user }) { .userChanged($0) }
  /// ```
  ///
  /// It goes on until it is cancelled. Changes are seen that are made on the main actor. When several are made before an
  /// event is handled, the newest value is sent.
  ///
  /// - Parameters:
  ///   - name: The name, under which a running effect of the same name is cancelled first.
  ///   - value: Reads the value. What it reads of observable objects is observed, and these are kept meanwhile.
  ///   - event: Makes the event for a value, off the main actor.
  /// - Returns: the effect.
  public static func observe<Value: Equatable & Sendable>(
    name: EffectID? = nil,
    _ value: @escaping @MainActor (Env) -> Value,
    event: @escaping @Sendable (Value) -> Event
  ) -> Effect {
    .stream(name: name) { env in ObservedValues { value(env) }.map(event) }
  }
}
