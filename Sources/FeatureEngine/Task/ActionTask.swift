import StoreCore

/// The work that a handler asks its store to do after an action was handled.
///
/// ```swift
/// return .run(id: "load") {
///   try await api.fetchUser()
/// } then: { user, state in
///   state.user = user
/// }
/// .catch { error, state in
///   state.errorMessage = error.localizedDescription
/// }
/// ```
///
/// A task is a value: nothing happens until a handler returns it.
///
/// Tasks may be nested to `EffectLimits.nesting` levels, modifiers included; the store drops a deeper one and reports
/// an issue. The number of tasks in a composition is not limited.
public struct ActionTask<Action: Sendable, State> {
  /// One operation, or a composition of tasks.
  @usableFromInline
  indirect enum Node {
    case run(EffectOptions, @MainActor (State, Send<Action>) async throws -> Void)
    case task(EffectOptions, @MainActor (State) async throws -> Action)
    case send(Action)
    case merge([ActionTask])
    case concatenate([ActionTask])
    case modified(ActionTask, EffectModifier)
    case catching(ActionTask, @MainActor (any Error, State) -> ActionTask)
    case answeringCancel(ActionTask, @MainActor (State) -> Action?)
    case answeringRefusal(ActionTask, @MainActor (State) -> Action?)
    case program(EffectProgram<Action>)
  }

  @usableFromInline let node: Node?
  /// The greatest number of nested levels.
  @usableFromInline let depth: Int

  @inlinable
  init(_ node: Node?) {
    self.node = node
    depth = 0
  }

  /// Creates a task around others, of which `deepest` has the most levels.
  ///
  /// A task that is too deep is not wrapped again: it is dropped when it runs, and releasing an ever deeper one could
  /// exhaust the stack.
  init(around deepest: ActionTask, _ node: Node) {
    guard deepest.depth <= EffectLimits.nesting else {
      self = deepest
      return
    }
    self.node = node
    depth = deepest.depth + 1
  }

  /// Does nothing.
  @inlinable public static var none: ActionTask { ActionTask(nil) }

  /// Whether the task does nothing.
  @inlinable public var isNone: Bool {
    if case nil = node { true } else { false }
  }
}

@available(*, unavailable)
extension ActionTask: Sendable {}
