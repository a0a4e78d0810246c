public import StoreCore

extension ActionTask: TickingEffect {
  /// Runs an operation on the main actor that may change the state at any time.
  ///
  /// A running task of the same name is cancelled first. The task is registered when `send` returns, and its operation
  /// begins after that, without the task-local values of the sender. It occupies the main actor between its
  /// suspensions: heavy work belongs in a `@concurrent` function that it awaits. An error goes to ``catch(_:)``, or
  /// else to ``ActionHandler/onError(_:)``, or else to the store's hook.
  ///
  /// A cancelled operation can check its task's cancellation. What it still writes to the state itself cannot be
  /// stopped: a loop over a stream just ends then, and the lines after it run. With
  /// ``run(id:priority:operation:then:)`` and ``run(id:priority:each:apply:then:)`` nothing is written any more.
  ///
  /// - Parameters:
  ///   - id: The task's name, by which it is cancelled, replaced and looked up.
  ///   - priority: The priority of its task; `nil` leaves it to the system.
  ///   - operation: The work to do, given the store's state.
  /// - Returns: The task.
  public static func run(
    id: some TaskID,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    run(EffectID(id), priority) { state, _ in try await operation(state) }
  }

  /// Runs an operation without a name on the main actor that may change the state at any time.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    run(nil, priority) { state, _ in try await operation(state) }
  }

  /// Runs an operation on the main actor that may change the state, and send actions to its own store.
  ///
  /// Its actions are handled in order, and not at all once the task was cancelled.
  public static func run(
    id: some TaskID,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (State, Send<Action>) async throws -> Void
  ) -> ActionTask {
    run(EffectID(id), priority, operation)
  }

  /// Runs an operation without a name on the main actor that may change the state, and send actions to its own store.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (State, Send<Action>) async throws -> Void
  ) -> ActionTask {
    run(nil, priority, operation)
  }

  private static func run(
    _ id: EffectID?,
    _ priority: TaskPriority?,
    _ operation: @escaping @MainActor (State, Send<Action>) async throws -> Void
  ) -> ActionTask {
    ActionTask(.run(EffectOptions(id: id, priority: priority), operation))
  }

  /// Handles another action right after this one, before any that was sent meanwhile.
  public static func send(_ action: Action) -> ActionTask {
    ActionTask(.send(action))
  }

  /// Runs a program, in the vocabulary that all engines share: for effects that a task cannot express.
  ///
  /// Its operations do not get the state; they send actions.
  public static func program(_ program: EffectProgram<Action>) -> ActionTask {
    program.isNone ? .none : ActionTask(.program(program))
  }

  /// Cancels the tasks of a name: when `send` returns they are not running.
  public static func cancel(id: some TaskID) -> ActionTask {
    ActionTask(.cancel(.id(EffectID(id))))
  }

  /// Cancels the tasks whose name is the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  public static func cancel<ID: TaskID>(id: [ID]) -> ActionTask {
    ActionTask(.cancel(.id(EffectID(id))))
  }

  /// Cancels the tasks whose name is the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  public static func cancel(id: EffectScope) -> ActionTask {
    ActionTask(.cancel(.id(EffectID(id))))
  }

  /// Cancels the tasks of several names.
  ///
  /// Pass names of different types as `[EffectID]`.
  public static func cancel(ids: some Sequence<some TaskID>) -> ActionTask {
    ActionTask(.cancel(.ids(ids.map { EffectID($0) })))
  }

  /// Cancels one name: as a sequence, a string would be one name for each character.
  @available(*, deprecated, message: "A string is one name: use 'cancel(id:)'.")
  public static func cancel(ids: String) -> ActionTask {
    .cancel(id: ids)
  }

  /// Starts tasks together, in the given order.
  public static func merge(_ tasks: ActionTask...) -> ActionTask {
    merge(tasks)
  }

  /// Starts tasks together, in the given order.
  public static func merge(_ tasks: [ActionTask]) -> ActionTask {
    composition(of: tasks) { .merge($0) }
  }

  /// Runs tasks one after another: another word for `sequence`.
  ///
  /// A task starts once the previous one has ended and its actions have been handled. A task that is cancelled by its
  /// name or replaced ends, and the rest continue. A cancel by the action's handle, or by the name of the whole, ends
  /// them all; see `cancellable(id:cancelInFlight:)`. A task that throws ends the rest.
  public static func concatenate(_ tasks: ActionTask...) -> ActionTask {
    concatenate(tasks)
  }

  /// Runs the tasks of an array one after another.
  public static func concatenate(_ tasks: [ActionTask]) -> ActionTask {
    composition(of: tasks) { .concatenate($0) }
  }

  private static func composition(of tasks: [ActionTask], _ node: ([ActionTask]) -> Node) -> ActionTask {
    let tasks = tasks.filter { !$0.isNone }
    guard tasks.count > 1, let deepest = tasks.max(by: { $0.depth < $1.depth }) else { return tasks.first ?? .none }
    return ActionTask(around: deepest, node(tasks))
  }
}
