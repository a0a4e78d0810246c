public import StoreCore

extension ComposedReducer {
  /// Adds a child that is always there.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: What the scope of the child's effects is made from; each lift of a reducer has its own.
  ///   - keyPath: Where the child's state is in the parent's.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Child>,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let body = body
    let childBody = child.body
    return adding(id) { state, rest in
      path.read(state) { child.contains(rest, in: $0) }
    } body: { state, parentAction in
      guard let childAction = action(parentAction) else { return body(&state, parentAction) }
      let program = path.change(&state) { childBody(&$0, childAction) }
      return Self.both(program.lifted(to: scope, embed), body(&state, parentAction))
    }
  }

  /// Adds a child that may be absent.
  ///
  /// It has left when the property is `nil` after an action. Another value in its place is still the same child, whose
  /// effects go on; a child that is `Identifiable` leaves when one with another id takes its place.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: What the scope of the child's effects is made from; each lift of a reducer has its own.
  ///   - keyPath: Where the child's state is in the parent's.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Child?>,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let body = body
    let childBody = child.body
    return adding(id) { state, rest in
      path.read(state) { $0.isPresent { child.contains(rest, in: $0) } }
    } body: { state, parentAction in
      guard let childAction = action(parentAction) else { return body(&state, parentAction) }
      guard let program = path.change(&state, { $0.change { childBody(&$0, childAction) } }) else {
        AbsentChild.note(parentAction, for: scope)
        return body(&state, parentAction)
      }
      return Self.both(program.lifted(to: scope, embed), body(&state, parentAction))
    }
  }

  /// Adds a child that may be absent, and that another one may take the place of.
  ///
  /// It has left when after an action the property is `nil`, or its value has another id than before. Its effects are
  /// in the scope of its own id inside that of the lift.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: What the scope of the lift is made from; each lift of a reducer has its own.
  ///   - keyPath: Where the child's state is in the parent's.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child: Identifiable, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Child?>,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer where Child.ID: Sendable {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let body = body
    let childBody = child.body
    return adding(id) { state, rest in
      path.read(state) {
        $0.isPresent { present in
          guard let part = rest.first else { return true }
          return part.value(as: Child.ID.self) == present.id && child.contains(rest.dropFirst(), in: present)
        }
      }
    } body: { state, parentAction in
      guard let childAction = action(parentAction) else { return body(&state, parentAction) }
      let changed = path.change(&state) { optional in
        optional.change { present in
          let program = childBody(&present, childAction)
          return program.isNone ? .none : program.lifted(to: scope.appending(EffectID(present.id)), embed)
        }
      }
      guard let program = changed else {
        AbsentChild.note(parentAction, for: scope)
        return body(&state, parentAction)
      }
      return Self.both(program, body(&state, parentAction))
    }
  }
}
