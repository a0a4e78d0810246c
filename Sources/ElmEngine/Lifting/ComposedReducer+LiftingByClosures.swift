public import StoreCore

extension ComposedReducer {
  /// Adds a child that is wherever two closures find it, for example in a case of an enum.
  ///
  /// ```swift
  /// .lifting(detail, id: "detail") { state, change in
  ///   guard case .detail(var detail) = state.route else { return }
  ///   change(&detail)
  ///   state.route = .detail(detail)
  /// } read: { state, body in
  ///   if case .detail(let detail) = state.route { body(detail) }
  /// } action: { … } embed: { … }
  /// ```
  ///
  /// The child has left when `read` does not call its closure after an action.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: What the scope of the child's effects is made from; each lift of a reducer has its own.
  ///   - change: Calls its closure with the child's state, once, or not at all where there is no child.
  ///   - read: Calls its closure with the child's state, once, or not at all where there is no child.
  ///   - action: The child's action in one of the parent's, if it is one for the child.
  ///   - embed: The parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    change: @escaping @MainActor (inout State, (inout Child) -> Void) -> Void,
    read: @escaping @MainActor (borrowing State, (borrowing Child) -> Void) -> Void,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let body = body
    let childBody = child.body
    return adding(id) { state, rest in
      var isPresent = false
      read(state) { isPresent = child.contains(rest, in: $0) }
      return isPresent
    } body: { state, parentAction in
      guard let childAction = action(parentAction) else { return body(&state, parentAction) }
      var program: EffectProgram<ChildAction>?
      change(&state) { program = childBody(&$0, childAction) }
      guard let program else {
        AbsentChild.note(parentAction, for: scope)
        return body(&state, parentAction)
      }
      return Self.both(program.lifted(to: scope, embed), body(&state, parentAction))
    }
  }

  /// Adds the children in any container, found by two closures.
  ///
  /// A child has left when `read` does not call its closure for its id after an action. It is called for children with
  /// running or waiting effects alone, and should not have to look at all of them.
  ///
  /// - Parameters:
  ///   - child: The reducer of each child.
  ///   - id: What the scope of the lift is made from; each lift of a reducer has its own.
  ///   - change: Calls its closure with the state of the child of an id, once, or not at all where there is none.
  ///   - read: Calls its closure with the state of the child of an id, once, or not at all where there is none.
  ///   - action: The id and the child's action in one of the parent's, if it is one for a child.
  ///   - embed: The parent's action for one of a child's; called off the main actor.
  /// - Returns: The reducer with the children.
  @inlinable
  public func lifting<ID: Hashable & Sendable, Child, ChildAction>(
    each child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    change: @escaping @MainActor (inout State, ID, (inout Child) -> Void) -> Void,
    read: @escaping @MainActor (borrowing State, ID, (borrowing Child) -> Void) -> Void,
    action: @escaping @MainActor (Action) -> (ID, ChildAction)?,
    embed: @escaping @Sendable (ID, ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let body = body
    let childBody = child.body
    return adding(id) { state, rest in
      // The scope of all children, which only a program of the parent's own can be in.
      guard let part = rest.first else { return true }
      guard let childID = part.value(as: ID.self) else { return false }
      var isPresent = false
      read(state, childID) { isPresent = child.contains(rest.dropFirst(), in: $0) }
      return isPresent
    } body: { state, parentAction in
      guard let (childID, childAction) = action(parentAction) else { return body(&state, parentAction) }
      var program: EffectProgram<ChildAction>?
      change(&state, childID) { program = childBody(&$0, childAction) }
      guard let program else {
        AbsentChild.note(parentAction, for: scope.appending(EffectID(childID)))
        return body(&state, parentAction)
      }
      let lifted: EffectProgram<Action> =
        program.isNone
        ? .none : program.lifted(to: scope.appending(EffectID(childID))) { embed(childID, $0) }
      return Self.both(lifted, body(&state, parentAction))
    }
  }
}
