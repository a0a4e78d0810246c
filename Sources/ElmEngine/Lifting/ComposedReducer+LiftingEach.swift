import StoreCore

extension ComposedReducer {
  /// Adds the children in a dictionary, by their keys.
  ///
  /// A child has left when its key is not in the dictionary after an action. Another value under the key is the same
  /// child.
  ///
  /// - Parameters:
  ///   - child: The reducer of each child.
  ///   - id: What the scope of the lift is made from; each lift of a reducer has its own.
  ///   - keyPath: Where the dictionary is in the parent's state.
  ///   - action: The key and the child's action in one of the parent's, if it is one for a child.
  ///   - embed: The parent's action for one of a child's; called off the main actor.
  /// - Returns: The reducer with the children.
  /// - Complexity: one look-up for each action of a child.
  @inlinable
  public func lifting<Key: Hashable & Sendable, Child, ChildAction>(
    each child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, [Key: Child]>,
    action: @escaping @MainActor (Action) -> (Key, ChildAction)?,
    embed: @escaping @Sendable (Key, ChildAction) -> Action
  ) -> ComposedReducer {
    let path = StatePath(keyPath)
    return lifting(each: child, id: id) { state, key, change in
      path.change(&state) { children in
        guard let index = children.index(forKey: key) else { return }
        change(&children.values[index])
      }
    } read: { state, key, body in
      path.read(state) { children in
        if let index = children.index(forKey: key) {
          body(children.values[index])
        }
      }
    } action: {
      action($0)
    } embed: {
      embed($0, $1)
    }
  }

  /// Adds the children in an array, by their ids.
  ///
  /// A child has left when none of that id is in the array after an action, wherever it was. Of several with one id the
  /// first is meant.
  ///
  /// - Parameters:
  ///   - child: The reducer of each child.
  ///   - id: What the scope of the lift is made from; each lift of a reducer has its own.
  ///   - keyPath: Where the array is in the parent's state.
  ///   - action: The id and the child's action in one of the parent's, if it is one for a child.
  ///   - embed: The parent's action for one of a child's; called off the main actor.
  /// - Returns: The reducer with the children.
  /// - Complexity: O(elements) for each action of a child, and after each action for each child with effects. A
  ///   dictionary, or another container by ``lifting(each:id:change:read:action:embed:)``, does it in less.
  @inlinable
  public func lifting<Child: Identifiable, ChildAction>(
    each child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, [Child]>,
    action: @escaping @MainActor (Action) -> (Child.ID, ChildAction)?,
    embed: @escaping @Sendable (Child.ID, ChildAction) -> Action
  ) -> ComposedReducer where Child.ID: Sendable {
    let path = StatePath(keyPath)
    return lifting(each: child, id: id) { state, id, change in
      path.change(&state) { children in
        guard let index = children.firstIndex(where: { $0.id == id }) else { return }
        change(&children[index])
      }
    } read: { state, id, body in
      path.read(state) { children in
        if let index = children.firstIndex(where: { $0.id == id }) {
          body(children[index])
        }
      }
    } action: {
      action($0)
    } embed: {
      embed($0, $1)
    }
  }
}
