public import StoreCore

extension Effect {
  /// Starts an operation that may fail: EffectView's word for ``run(id:priority:operation:)``.
  ///
  /// An error goes to the nearest ``catch(_:)`` around it, or else to the hook `StoreOptions.onError`. A cancelled
  /// operation fails silently. Use this for an operation that `retry(_:clock:)` should repeat.
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

  /// Starts an operation that may fail, under any hashable name, or `nil` for none: EffectView's word for
  /// ``run(id:priority:operation:)``.
  @_disfavoredOverload
  public static func throwingTask<Name: Hashable & Sendable>(
    name: Name?,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async throws -> Void
  ) -> Effect {
    .throwingTask(name: name.map { EffectID($0) }, priority: priority, operation: operation)
  }

  /// Starts an effect that a function makes from the environment, when the effect's turn comes.
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
  /// the sequence is handled like a task's.
  ///
  /// - Parameters:
  ///   - name: The name, under which a running effect of the same name is cancelled first.
  ///   - elements: Makes the sequence on the main actor, when the effect's turn comes and again for each
  ///     `retry(_:clock:)`; it is iterated off the main actor.
  /// - Returns: The effect.
  public static func stream<Elements: AsyncSequence & Sendable>(
    name: EffectID? = nil,
    of elements: @escaping @MainActor (Env) -> Elements
  ) -> Effect where Elements.Element == Event {
    .program { env in
      let make: @MainActor @Sendable () -> Elements = { elements(env) }
      return .stream(EffectOptions(id: name)) { await make() }
    }
  }

  /// Sends an event for the current value of an `@Observable` object, and for each later value that differs.
  ///
  /// ```swift
  /// .observe(id: "session", { env in env.session.user }) { .userChanged($0) }
  /// ```
  ///
  /// It continues until it is cancelled. Only changes on the main actor are seen. If several are made before an event
  /// is handled, the newest value is sent. A value that is not `Equatable` is sent after each change.
  ///
  /// - Parameters:
  ///   - name: The name, under which a running effect of the same name is cancelled first.
  ///   - value: Reads the value. The properties of observable objects that it reads are observed, and the objects
  ///     retained meanwhile.
  ///   - event: Makes the event for a value, off the main actor.
  /// - Returns: The effect.
  public static func observe<Value: Sendable>(
    name: EffectID? = nil,
    _ value: @escaping @MainActor (Env) -> Value,
    event: @escaping @Sendable (Value) -> Event
  ) -> Effect {
    .stream(name: name) { env in ObservedValues { value(env) }.map(event) }
  }
}
