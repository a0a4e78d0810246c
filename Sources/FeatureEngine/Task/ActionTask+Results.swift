import StoreCore

// Tasks whose work gets no state: nothing of them can be written once they were cancelled.
extension ActionTask {
  /// Runs an operation on the main actor, and has its result written to the state, unless the task was cancelled.
  ///
  /// ```swift
  /// .run(id: "load") {
  ///   try await api.fetchItems()
  /// } then: { items, state in
  ///   state.items = items
  /// }
  /// ```
  ///
  /// A running task of the same name is cancelled first. The operation gets no state. It begins and ends on the main
  /// actor, as all operations of this engine do, so that it can use what its feature can: heavy work belongs in a
  /// `@concurrent` function that it awaits.
  ///
  /// - Parameters:
  ///   - id: The task's name, by which it is cancelled, replaced and looked up.
  ///   - priority: The priority of its task; `nil` leaves it to the system.
  ///   - operation: The work to do.
  ///   - apply: Writes the result to the state, on the main actor, when the operation has returned. It is not called
  ///     once the task was cancelled, replaced or timed out, or the store was deallocated, even if the operation goes on
  ///     and returns; nor if it throws.
  /// - Returns: The task.
  public static func run<Value>(
    id: some TaskID,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor () async throws -> Value,
    then apply: @escaping @MainActor (Value, State) -> Void
  ) -> ActionTask {
    .run(id: id, priority: priority, operation: writing(operation, apply))
  }

  /// Runs an operation without a name on the main actor, and has its result written to the state, unless the task was
  /// cancelled.
  public static func run<Value>(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor () async throws -> Value,
    then apply: @escaping @MainActor (Value, State) -> Void
  ) -> ActionTask {
    .run(priority: priority, operation: writing(operation, apply))
  }

  /// Has each element of a sequence written to the state, until the sequence ends or the task is cancelled.
  ///
  /// ```swift
  /// .run(id: "upload", each: server.upload(photo)) { percent, state in
  ///   state.percent = percent
  /// } then: { state in
  ///   state.isDone = true
  /// }
  /// ```
  ///
  /// A running task of the same name is cancelled first. The sequence is asked for its next element when the one before
  /// has been written; what it does with those that it has meanwhile is its own decision.
  ///
  /// - Parameters:
  ///   - id: The task's name, by which it is cancelled, replaced and looked up.
  ///   - priority: The priority of its task; `nil` leaves it to the system.
  ///   - elements: The sequence. The expression is evaluated on the main actor when the task begins, and again for each
  ///     retry.
  ///   - apply: Writes an element to the state, on the main actor; not called once the task was cancelled, replaced or
  ///     timed out, or the store was deallocated.
  ///   - finish: Called when the sequence has ended by itself: neither after a cancel, which ends a loop over a sequence
  ///     too, nor after an error.
  /// - Returns: The task.
  public static func run<Elements: AsyncSequence>(
    id: some TaskID,
    priority: TaskPriority? = nil,
    each elements: @autoclosure @escaping @MainActor () throws -> Elements,
    apply: @escaping @MainActor (Elements.Element, State) -> Void,
    then finish: @escaping @MainActor (State) -> Void = { _ in }
  ) -> ActionTask {
    .run(id: id, priority: priority, operation: writing(elements, apply, finish))
  }

  /// Has each element of a sequence written to the state by a task without a name, until the sequence ends or the task
  /// is cancelled.
  public static func run<Elements: AsyncSequence>(
    priority: TaskPriority? = nil,
    each elements: @autoclosure @escaping @MainActor () throws -> Elements,
    apply: @escaping @MainActor (Elements.Element, State) -> Void,
    then finish: @escaping @MainActor (State) -> Void = { _ in }
  ) -> ActionTask {
    .run(priority: priority, operation: writing(elements, apply, finish))
  }

  private static func writing<Value>(
    _ operation: @escaping @MainActor () async throws -> Value,
    _ apply: @escaping @MainActor (Value, State) -> Void
  ) -> @MainActor (State, Send<Action>) async throws -> Void {
    { state, send in
      let value = try await operation()
      if !send.isOver { apply(value, state) }
    }
  }

  private static func writing<Elements: AsyncSequence>(
    _ elements: @escaping @MainActor () throws -> Elements,
    _ apply: @escaping @MainActor (Elements.Element, State) -> Void,
    _ finish: @escaping @MainActor (State) -> Void
  ) -> @MainActor (State, Send<Action>) async throws -> Void {
    { state, send in
      for try await element in try elements() {
        if send.isOver { return }
        apply(element, state)
      }
      if !send.isOver { finish(state) }
    }
  }
}

extension Send {
  /// Whether the task was cancelled, or its operation by a time limit: what has come of it comes too late.
  fileprivate var isOver: Bool { isCancelled || Task.isCancelled }
}
