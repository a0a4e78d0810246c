public import StoreCore

extension ComposedReducer {
  /// Adds a child that is always there.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: What the scope of the child's effects is made from; each lift of a reducer has its own.
  ///   - state: Where the child's state is in the parent's.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: any (WritableKeyPath<State, Child> & Sendable),
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let reduce = reduce
    let reduceChild = child.reduce
    return adding(id) { state, rest in
      path.read(state) { child.contains(rest, in: $0) }
    } reduce: { state, parentAction in
      guard let childAction = action(parentAction) else { return reduce(&state, parentAction) }
      let effect = path.change(&state) { reduceChild(&$0, childAction) }
      return .both(effect.lifted(to: scope, embed), reduce(&state, parentAction))
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
  ///   - state: Where the child's state is in the parent's.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: any (WritableKeyPath<State, Child?> & Sendable),
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let reduce = reduce
    let reduceChild = child.reduce
    return adding(id) { state, rest in
      path.read(state) { $0.isPresent { child.contains(rest, in: $0) } }
    } reduce: { state, parentAction in
      guard let childAction = action(parentAction) else { return reduce(&state, parentAction) }
      guard let effect = path.change(&state, { $0.change { reduceChild(&$0, childAction) } }) else {
        AbsentChild.report(parentAction, for: scope)
        return reduce(&state, parentAction)
      }
      return .both(effect.lifted(to: scope, embed), reduce(&state, parentAction))
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
  ///   - state: Where the child's state is in the parent's.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  @inlinable
  public func lifting<Child: Identifiable, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: any (WritableKeyPath<State, Child?> & Sendable),
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer where Child.ID: Sendable {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let reduce = reduce
    let reduceChild = child.reduce
    return adding(id) { state, rest in
      path.read(state) {
        $0.isPresent { present in
          guard let part = rest.first else { return true }
          return part.value(as: Child.ID.self) == present.id && child.contains(rest.dropFirst(), in: present)
        }
      }
    } reduce: { state, parentAction in
      guard let childAction = action(parentAction) else { return reduce(&state, parentAction) }
      let changed = path.change(&state) { optional in
        optional.change { present in
          let effect = reduceChild(&present, childAction)
          return effect.isNone ? .none : effect.lifted(to: scope.appending(EffectID(present.id)), embed)
        }
      }
      guard let effect = changed else {
        AbsentChild.report(parentAction, for: scope)
        return reduce(&state, parentAction)
      }
      return .both(effect, reduce(&state, parentAction))
    }
  }
}
