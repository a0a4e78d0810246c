public import StoreCore

/// The children in a collection of another feature's state, and how their actions are their parent's.
///
/// ```swift
/// let rows = ChildList(\Notebook.notes, id: "notes", embed: NotebookAction.note) { action in
///   if case .note(let id, let action) = action { (id, action) } else { nil }
/// }
/// let reducer = notebook.lifting(note, at: rows)
/// store.scope(rows, element: 3)?.send(.typed("a"))
/// ```
///
/// The elements of an array are found by their own ids, and the values of a dictionary by their keys. Any other
/// ``ChildCollection`` can have children too.
public struct ChildList<State, Action: Sendable, Children: ChildCollection, ChildAction: Sendable>: Sendable
where Children.ChildID: Sendable {
  /// The path from the parent's state to the collection.
  public let path: StatePath<State, Children>

  /// The name of the scope around those of the children; `nil` if none was given.
  public let id: EffectID?

  /// Makes the parent's action for one of a child's.
  public let embed: @Sendable (Children.ChildID, ChildAction) -> Action

  /// Extracts a child's id and action from one of the parent's; `nil` if it is not for a child.
  public let extract: @MainActor @Sendable (Action) -> (Children.ChildID, ChildAction)?

  /// Creates the value for the children in a collection.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the parent's state to the collection.
  ///   - id: The name of the scope around those of the children; without one, a lift names it by the key path, and
  ///     scopes of a store that lifts nothing have the effects of that store.
  ///   - embed: Makes the parent's action for one of a child's; called on any thread.
  ///   - extract: Extracts a child's id and action from one of the parent's; `nil` if the action is not for a child.
  public init(
    _ keyPath: sending WritableKeyPath<State, Children>,
    id: (some Hashable & Sendable)? = nil as EffectID?,
    embed: @escaping @Sendable (Children.ChildID, ChildAction) -> Action,
    extract: @escaping @MainActor @Sendable (Action) -> (Children.ChildID, ChildAction)?
  ) {
    path = StatePath(keyPath)
    self.id = id.map { EffectID($0) }
    self.embed = embed
    self.extract = extract
  }

  /// The scope around those of the children's effects, as a lift names it.
  public var scope: EffectScope { EffectScope(id ?? path.name) }

  /// The scope of the effects of the child with an id.
  public func scope(of id: Children.ChildID) -> EffectScope { scope.appending(EffectID(id)) }
}
