public import StoreCore

extension ComposedReducer {
  /// Adds a child that two closures find, for example in a case of an enum.
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
  /// The child has left when `read` does not call its closure after an action. Another value in its place is still the
  /// same child, whose effects continue; an `Identifiable` child with a `Sendable` id leaves when one with another id
  /// takes its place.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: The name for the scope of the child's effects; a second lift of a reducer with it ends the program.
  ///   - fileID: The file of the call, for messages about the lift; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - change: Calls its closure once with the child's state, or not at all if there is no child; a second call ends
  ///     the program.
  ///   - read: Calls its closure once with the child's state, or not at all if there is no child.
  ///   - action: Extracts the child's action from one of the parent's; `nil` if the action is not for the child.
  ///   - embed: Makes the parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    change: @escaping @MainActor (inout State, (inout Child) -> Void) -> Void,
    read: @escaping @MainActor (borrowing State, (borrowing Child) -> Void) -> Void,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let rest = stage
    return adding(id, fileID, line, part: LiftedPart(child.lifts)) { state, questions, absent in
      var isPresent = false
      read(state) { present in
        isPresent = true
        child.lifts.ask(present, questions, &absent)
      }
      if !isPresent { absent += questions.map(\.scope) }
    } watch: { state, scope, effects in
      var found: [Departures<Child>]?
      read(state) { found = child.lifts.watch($0, in: scope, effects) }
      guard let remembered = found else { return nil }
      return { state, suspects in
        var isPresent = false
        read(state) { present in
          isPresent = true
          Self.compare(remembered, with: present, &suspects)
        }
        if !isPresent { suspects.append(scope) }
      }
    } stage: { state, parentAction, context, lifts in
      guard let childAction = action(parentAction) else { return rest(&state, parentAction, &context, lifts) }
      let remembered = context.watch(lifts, except: id, in: state)
      var program: EffectProgram<ChildAction>?
      change(&state) {
        guard program == nil else { Self.endForSecondCall(by: "change", of: id, fileID, line) }
        program = child.run(&$0, childAction, &context, in: scope)
      }
      context.compare(consume remembered, with: state)
      context.suspect(scope)
      guard let program else {
        context.note(parentAction, for: scope)
        return rest(&state, parentAction, &context, lifts)
      }
      return Self.both(program.lifted(to: scope, embed), rest(&state, parentAction, &context, lifts))
    }
  }

  /// Adds a child that two closures find, and that another child may replace.
  ///
  /// The child has left when, after an action, `read` does not call its closure or calls it with a child of a different
  /// id. Its effects are in the scope of its own id inside the scope of the lift.
  ///
  /// A child whose reducer changes its id has left too; the effect which that call returns starts as the new child's.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: The name for the scope of the lift; a second lift of a reducer with it ends the program.
  ///   - fileID: The file of the call, for messages about the lift; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - change: Calls its closure once with the child's state, or not at all if there is no child; a second call ends
  ///     the program.
  ///   - read: Calls its closure once with the child's state, or not at all if there is no child.
  ///   - action: Extracts the child's action from one of the parent's; `nil` if the action is not for the child.
  ///   - embed: Makes the parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child: Identifiable, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    change: @escaping @MainActor (inout State, (inout Child) -> Void) -> Void,
    read: @escaping @MainActor (borrowing State, (borrowing Child) -> Void) -> Void,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer where Child.ID: Sendable {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let rest = stage
    return adding(id, fileID, line, part: LiftedPart(hasOwnID: true, child.lifts)) { state, questions, absent in
      var isPresent = false
      read(state) { present in
        isPresent = true
        child.ask(present, present.id, questions, &absent)
      }
      if !isPresent { absent += questions.map(\.scope) }
    } watch: { state, scope, effects in
      var found: (id: Child.ID, scope: EffectScope, departures: [Departures<Child>])?
      read(state) { present in
        let former = scope.appending(EffectID(present.id))
        found = (present.id, former, child.lifts.watch(present, in: former, effects))
      }
      guard let former = found else { return nil }
      return { state, suspects in
        var isPresent = false
        read(state) { present in
          isPresent = true
          guard present.id == former.id else { return suspects.append(former.scope) }
          Self.compare(former.departures, with: present, &suspects)
        }
        if !isPresent { suspects.append(scope) }
      }
    } stage: { state, parentAction, context, lifts in
      guard let childAction = action(parentAction) else { return rest(&state, parentAction, &context, lifts) }
      let remembered = context.watch(lifts, except: id, in: state)
      var program: EffectProgram<Action>?
      change(&state) {
        guard program == nil else { Self.endForSecondCall(by: "change", of: id, fileID, line) }
        program = Self.run(child, &$0, childAction, &context, in: scope, embed)
      }
      context.compare(consume remembered, with: state)
      context.suspect(scope)
      if program == nil { context.note(parentAction, for: scope) }
      return Self.both(program ?? .none, rest(&state, parentAction, &context, lifts))
    }
  }

  /// Adds the children in any container, which two closures find.
  ///
  /// A child has left when `read` does not call its closure for its id after an action. It is called only for children
  /// with running or waiting effects, but for each of these after each action: a container of many children should be a
  /// ``ChildCollection``.
  ///
  /// - Parameters:
  ///   - child: The reducer of each child.
  ///   - id: The name for the scope of the lift; a second lift of a reducer with it ends the program.
  ///   - fileID: The file of the call, for messages about the lift; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - change: Calls its closure once with the state of the child of an id, or not at all if there is none; a second
  ///     call ends the program.
  ///   - read: Calls its closure once with the state of the child of an id, or not at all if there is none.
  ///   - action: Extracts a child's id and action from one of the parent's; `nil` if the action is not for a child.
  ///   - embed: Makes the parent's action for one of a child's; called off the main actor.
  /// - Returns: The reducer with the children.
  @inlinable
  public func lifting<ID: Hashable & Sendable, Child, ChildAction>(
    each child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    change: @escaping @MainActor (inout State, ID, (inout Child) -> Void) -> Void,
    read: @escaping @MainActor (borrowing State, ID, (borrowing Child) -> Void) -> Void,
    action: @escaping @MainActor (Action) -> (ID, ChildAction)?,
    embed: @escaping @Sendable (ID, ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let rest = stage
    return adding(id, fileID, line, part: LiftedPart(hasOwnID: true, child.lifts)) { state, questions, absent in
      child.ask(questions, &absent) { (ids: [ID], body: (Int, Child) -> Void) in
        for (place, id) in ids.enumerated() {
          read(state, id) { body(place, copy $0) }
        }
      }
    } watch: { _, scope, _ in
      // The container cannot be compared with its former value: any child may have left.
      { _, suspects in suspects.append(scope) }
    } stage: { state, parentAction, context, lifts in
      guard let (childID, childAction) = action(parentAction) else {
        return rest(&state, parentAction, &context, lifts)
      }
      // Made only when needed: most actions have no effect.
      func childScope() -> EffectScope { scope.appending(EffectID(childID)) }
      let remembered = context.watch(lifts, in: state)
      var program: EffectProgram<ChildAction>?
      change(&state, childID) {
        guard program == nil else { Self.endForSecondCall(by: "change", of: id, fileID, line) }
        program = child.run(&$0, childAction, &context, in: childScope())
      }
      context.compare(consume remembered, with: state)
      guard let program else {
        context.note(parentAction, for: childScope())
        return rest(&state, parentAction, &context, lifts)
      }
      let lifted: EffectProgram<Action> =
        program.isNone ? .none : program.lifted(to: childScope()) { embed(childID, $0) }
      return Self.both(lifted, rest(&state, parentAction, &context, lifts))
    }
  }
}
