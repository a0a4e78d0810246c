import StoreCore

// What every engine's effects can say, in the same words.
extension Effect {
  /// Handles an event next, before any that was sent meanwhile.
  ///
  /// It makes an ``event(_:)``, which is EffectView's word for it.
  public static func send(_ event: Event) -> Effect {
    .event(event)
  }

  /// Runs an operation under a name, and handles the event that it returns, once the task has ended.
  ///
  /// A running task of the same name is cancelled first. An error goes where that of a ``run(id:priority:operation:)``
  /// does.
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

  /// Runs an operation under a name that sends events whenever it likes, and may fail.
  ///
  /// It makes a `throwingTask`. An operation that cannot fail can be a `task(name:)` as well.
  public static func run(
    id: some Hashable & Sendable,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async throws -> Void
  ) -> Effect {
    .throwingTask(name: EffectID(id), priority: priority, operation: operation)
  }

  /// Runs an operation without a name that sends events whenever it likes, and may fail.
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

  /// Forwards the elements of a sequence that is made of the environment as events under a name, in order, until it ends.
  ///
  /// It is ``stream(name:of:)`` in the word of all engines.
  public static func stream<Elements: AsyncSequence & Sendable>(
    id: some Hashable & Sendable,
    of elements: @escaping @MainActor (Env) -> Elements
  ) -> Effect where Elements.Element == Event {
    .stream(name: EffectID(id), of: elements)
  }

  /// Sends an event for a value of an `@Observable` object under a name: for the one now, and for each later one that
  /// differs.
  ///
  /// It is ``observe(name:_:event:)`` in the word of all engines.
  public static func observe<Value: Equatable & Sendable>(
    id: some Hashable & Sendable,
    _ value: @escaping @MainActor (Env) -> Value,
    event: @escaping @Sendable (Value) -> Event
  ) -> Effect {
    .observe(name: EffectID(id), value, event: event)
  }

  /// Cancels the tasks of a name.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    .cancel(EffectID(id))
  }

  /// Cancels the tasks of a name that was made from the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  public static func cancel<ID: Hashable & Sendable>(id: [ID]) -> Effect {
    .cancel(EffectID(id))
  }

  /// Cancels the tasks of several names.
  ///
  /// Names of different types are given as `[EffectID]`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Effect {
    .cancel(.ids(ids.map { EffectID($0) }))
  }

  /// Cancels one name: a text is a sequence of characters, each of which would be a name by itself.
  @available(*, deprecated, message: "A text is one name: use 'cancel(id:)'.")
  public static func cancel(ids: String) -> Effect {
    .cancel(EffectID(ids))
  }

  /// Runs effects one after another, from left to right.
  public static func sequence(_ first: Effect, _ others: Effect...) -> Effect {
    .sequence([first] + others)
  }

  /// Starts effects together, in the given order.
  public static func merge(_ first: Effect, _ others: Effect...) -> Effect {
    .merge([first] + others)
  }
}
