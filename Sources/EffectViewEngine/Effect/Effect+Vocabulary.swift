public import StoreCore

// What this engine does in its own way of the vocabulary that the effects of all engines share.
extension Effect: StoreEffect {
  /// Handles an event next, before any that was sent meanwhile.
  ///
  /// The effect is an ``event(_:)``, EffectView's word for it.
  public static func send(_ event: Event) -> Effect {
    .event(event)
  }

  /// Runs an operation under a name, and handles the event that it returns, once the task has ended.
  ///
  /// A running task of the same name is cancelled first. An error is handled like that of a
  /// ``run(id:priority:operation:)``.
  public static func task(
    id: some Hashable & Sendable,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Env) async throws -> Event
  ) -> Effect {
    task(EffectOptions(id: EffectID(id), priority: priority), operation)
  }

  /// Runs an operation without a name, and handles the event that it returns, once the task has ended.
  public static func task(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Env) async throws -> Event
  ) -> Effect {
    task(EffectOptions(priority: priority), operation)
  }

  private static func task(
    _ options: EffectOptions,
    _ operation: @escaping @MainActor (Env) async throws -> Event
  ) -> Effect {
    .program { env in .taskOnMainActor(options) { _ in try await operation(env) } }
  }

  /// Runs, under a name, an operation that can send events at any time and may fail.
  ///
  /// The effect is a `throwingTask`. An operation that cannot fail can also be a `task(name:)`.
  public static func run(
    id: some Hashable & Sendable,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async throws -> Void
  ) -> Effect {
    .throwingTask(name: EffectID(id), priority: priority, operation: operation)
  }

  /// Runs, without a name, an operation that can send events at any time and may fail.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async throws -> Void
  ) -> Effect {
    .throwingTask(priority: priority, operation: operation)
  }

  /// Forwards the elements of a sequence as events under a name, in order, until it ends.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable
  ) -> Effect where Elements.Element == Event {
    .program { _ in .stream(elements, id: id) }
  }

  /// Forwards the elements of a sequence made from the environment as events under a name, in order, until it ends.
  ///
  /// All engines' word for ``stream(name:of:)``.
  public static func stream<Elements: AsyncSequence & Sendable>(
    id: some Hashable & Sendable,
    of elements: @escaping @MainActor (Env) -> Elements
  ) -> Effect where Elements.Element == Event {
    .stream(name: EffectID(id), of: elements)
  }

  /// Sends, under a name, an event for the current value of an `@Observable` object and for each later value that
  /// differs.
  ///
  /// All engines' word for ``observe(name:_:event:)``.
  public static func observe<Value: Sendable>(
    id: some Hashable & Sendable,
    _ value: @escaping @MainActor (Env) -> Value,
    event: @escaping @Sendable (Value) -> Event
  ) -> Effect {
    .observe(name: EffectID(id), value, event: event)
  }

  /// Cancels the tasks of a name.
  public static func cancel(id: EffectID) -> Effect {
    .cancel(id)
  }

  /// Runs the effects of an array one after another.
  public static func sequence(_ effects: [Effect]) -> Effect {
    .sequence(members(effects))
  }

  /// Starts the effects of an array together, in the given order.
  public static func merge(_ effects: [Effect]) -> Effect {
    .merge(members(effects))
  }

  static func members(_ effects: [Effect]) -> EffectMembers<Effect> {
    EffectMembers(effects) { $0.members }
  }
}
