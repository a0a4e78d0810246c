public import StoreCore

extension ActionTask {
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
