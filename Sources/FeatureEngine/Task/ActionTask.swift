/// What a handler asks its store to do after an action was handled.
///
/// ```swift
/// return .run(id: "load") { state in
///   state.user = try await api.fetchUser()
/// }
/// .catch { error, state in
///   state.errorMessage = error.localizedDescription
/// }
/// ```
///
/// It is a value: nothing happens until a handler returns it.
public struct ActionTask<Action: Sendable, State> {
  @usableFromInline let node: Node?

  @inlinable
  init(_ node: Node?) {
    self.node = node
  }

  init(_ kind: Node.Kind) {
    node = Node(kind)
  }

  /// Does nothing.
  @inlinable public static var none: ActionTask { ActionTask(nil) }

  /// Whether there is nothing to do.
  @inlinable public var isNone: Bool { node == nil }
}

@available(*, unavailable)
extension ActionTask: Sendable {}
