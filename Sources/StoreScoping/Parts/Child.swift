public import StoreCore

/// A child feature of another one: where its state is, and how its actions are its parent's.
///
/// It is written once, and lifts, scopes and children on other engines take it:
///
/// ```swift
/// let editor = Child(\Notebook.editor, id: "editor", embed: NotebookAction.editor) { action in
///   if case .editor(let action) = action { action } else { nil }
/// }
/// let reducer = notebook.lifting(editing, at: editor)
/// store.scope(editor)?.send(.typed("a"))
/// ```
///
/// A child whose state is an optional may be absent. If that state is also `Identifiable`, with a `Sendable` id, a value
/// with another id in its place is another child; otherwise it is the same one.
///
/// A child in a case of an enum has a computed property that gets and sets it.
public struct Child<State, Action: Sendable, ChildState, ChildAction: Sendable>: Sendable {
  /// The path from the parent's state to the child's.
  public let path: StatePath<State, ChildState>

  /// The name of its effects' scope; `nil` if none was given.
  public let id: EffectID?

  /// Returns the id of the child that a state belongs to; `nil` if any value in the place is the same child.
  public let ownID: (@MainActor (ChildState) -> EffectID?)?

  /// Makes the parent's action for one of the child's.
  public let embed: @Sendable (ChildAction) -> Action

  /// Extracts the child's action from one of the parent's; `nil` if it is not for the child.
  public let extract: @MainActor @Sendable (Action) -> ChildAction?

  /// Creates the value for a child that is always present, or an optional one without an id.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the parent's state to the child's.
  ///   - id: The name of the scope of the child's effects; without one, a lift names it by the key path, and a scope of a
  ///     store that lifts nothing has the effects of that store.
  ///   - embed: Makes the parent's action for one of the child's; called on any thread.
  ///   - extract: Extracts the child's action from one of the parent's; `nil` if the action is not for the child.
  public init(
    _ keyPath: sending WritableKeyPath<State, ChildState>,
    id: (some Hashable & Sendable)? = nil as EffectID?,
    embed: @escaping @Sendable (ChildAction) -> Action,
    extract: @escaping @MainActor @Sendable (Action) -> ChildAction?
  ) {
    path = StatePath(keyPath)
    self.id = id.map { EffectID($0) }
    ownID = nil
    self.embed = embed
    self.extract = extract
  }

  /// Creates the value for a child that may be absent, and that one with another id may replace.
  ///
  /// Its effects are in the scope of its own id inside that of `id`.
  public init<Value: Identifiable>(
    _ keyPath: sending WritableKeyPath<State, ChildState>,
    id: (some Hashable & Sendable)? = nil as EffectID?,
    embed: @escaping @Sendable (ChildAction) -> Action,
    extract: @escaping @MainActor @Sendable (Action) -> ChildAction?
  ) where ChildState == Value?, Value.ID: Sendable {
    path = StatePath(keyPath)
    self.id = id.map { EffectID($0) }
    ownID = { $0.map { EffectID($0.id) } }
    self.embed = embed
    self.extract = extract
  }

  /// The scope of the child's effects, as a lift names it; that of an `Identifiable` child's is inside, by its own id.
  public var scope: EffectScope { EffectScope(id ?? path.name) }
}
