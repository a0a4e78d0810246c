public import StoreCore

extension ComposedReducer {
  /// Adds a child that is always present.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: The name for the scope of the child's effects; a second lift of a reducer with it ends the program.
  ///   - keyPath: The path from the parent's state to the child's.
  ///   - fileID: The file of the call, for the message about a second lift with the same id; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - action: Extracts the child's action from one of the parent's; `nil` if the action is not for the child.
  ///   - embed: Makes the parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Child>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let rest = stage
    let (part, mayLose) = (LiftedPart(at: path, child.lifts), child.lifts.mayLoseChildren)
    return adding(id, fileID, line, mayLoseChildren: mayLose, part: part) { state, questions, absent in
      path.read(state) { child.lifts.ask($0, questions, &absent) }
    } watch: { state, scope, effects in
      let remembered = path.read(state) { child.lifts.watch($0, in: scope, effects) }
      guard !remembered.isEmpty else { return nil }
      return { state, suspects in
        path.read(state) { Self.compare(remembered, with: $0, &suspects) }
      }
    } stage: { state, parentAction, context, lifts in
      guard let childAction = action(parentAction) else { return rest(&state, parentAction, &context, lifts) }
      let remembered = context.watch(lifts, except: id, in: state)
      let program = path.change(&state) { child.run(&$0, childAction, &context, in: scope) }
      context.compare(consume remembered, with: state)
      if !path.isStored, child.lifts.mayLoseChildren { context.suspect(scope) }
      return Self.both(program.lifted(to: scope, embed), rest(&state, parentAction, &context, lifts))
    }
  }

  /// Adds a child that may be absent.
  ///
  /// The child has left when the property is `nil` after an action. Another value in its place is still the same child,
  /// whose effects continue; an `Identifiable` child with a `Sendable` id leaves when one with another id takes its
  /// place.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: The name for the scope of the child's effects; a second lift of a reducer with it ends the program.
  ///   - keyPath: The path from the parent's state to the child's.
  ///   - fileID: The file of the call, for the message about a second lift with the same id; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - action: Extracts the child's action from one of the parent's; `nil` if the action is not for the child.
  ///   - embed: Makes the parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Child?>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let rest = stage
    let part = LiftedPart(at: path, child.lifts)
    return adding(id, fileID, line, part: part) { state, questions, absent in
      path.read(state) { optional in
        guard let present = copy optional else {
          absent += questions.map(\.scope)
          return
        }
        child.lifts.ask(present, questions, &absent)
      }
    } watch: { state, scope, effects in
      path.read(state) { optional in
        guard let present = copy optional else { return nil }
        let remembered = child.lifts.watch(present, in: scope, effects)
        return { state, suspects in
          path.read(state) { optional in
            guard let present = copy optional else { return suspects.append(scope) }
            Self.compare(remembered, with: present, &suspects)
          }
        }
      }
    } stage: { state, parentAction, context, lifts in
      guard let childAction = action(parentAction) else { return rest(&state, parentAction, &context, lifts) }
      let remembered = context.watch(lifts, except: id, in: state)
      let program = path.changePresent(&state) { child.run(&$0, childAction, &context, in: scope) }
      context.compare(consume remembered, with: state)
      if !path.isStored { context.suspect(scope) }
      if program == nil { context.note(parentAction, for: scope) }
      return Self.both(program?.lifted(to: scope, embed) ?? .none, rest(&state, parentAction, &context, lifts))
    }
  }

  /// Adds a child that may be absent, and that another child may replace.
  ///
  /// The child has left when, after an action, the property is `nil` or its value has a different id. Its effects are
  /// in the scope of its own id inside that of the lift.
  ///
  /// A child whose reducer changes its id has left too; the effect which that call returns starts as the new child's.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - id: The name for the scope of the lift; a second lift of a reducer with it ends the program.
  ///   - keyPath: The path from the parent's state to the child's.
  ///   - fileID: The file of the call, for the message about a second lift with the same id; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - action: Extracts the child's action from one of the parent's; `nil` if the action is not for the child.
  ///   - embed: Makes the parent's action for one of the child's; called off the main actor.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<Child: Identifiable, ChildAction>(
    _ child: ComposedReducer<Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Child?>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @MainActor (Action) -> ChildAction?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ComposedReducer where Child.ID: Sendable {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let rest = stage
    let part = LiftedPart(at: path, hasOwnID: true, child.lifts)
    return adding(id, fileID, line, part: part) { state, questions, absent in
      path.read(state) { optional in
        guard let present = copy optional else {
          absent += questions.map(\.scope)
          return
        }
        child.ask(present, present.id, questions, &absent)
      }
    } watch: { state, scope, effects in
      path.read(state) { optional in
        guard let present = copy optional else { return nil }
        let former = scope.appending(EffectID(present.id))
        let id = present.id
        let remembered = child.lifts.watch(present, in: former, effects)
        return { state, suspects in
          path.read(state) { optional in
            guard let present = copy optional else { return suspects.append(scope) }
            guard present.id == id else { return suspects.append(former) }
            Self.compare(remembered, with: present, &suspects)
          }
        }
      }
    } stage: { state, parentAction, context, lifts in
      guard let childAction = action(parentAction) else { return rest(&state, parentAction, &context, lifts) }
      let remembered = context.watch(lifts, except: id, in: state)
      let program = path.changePresent(&state) { Self.run(child, &$0, childAction, &context, in: scope, embed) }
      context.compare(consume remembered, with: state)
      if !path.isStored { context.suspect(scope) }
      if program == nil { context.note(parentAction, for: scope) }
      return Self.both(program ?? .none, rest(&state, parentAction, &context, lifts))
    }
  }
}

extension ComposedReducer {
  /// Handles an action of a child whose effects are in the scope of its id, inside the scope of its lift.
  @MainActor
  @inlinable
  static func run<Child: Identifiable, ChildAction>(
    _ reducer: ComposedReducer<Child, ChildAction>,
    _ child: inout Child,
    _ action: ChildAction,
    _ context: inout ReducerContext,
    in scope: EffectScope,
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> EffectProgram<Action> where Child.ID: Sendable {
    let id = child.id
    let program = reducer.run(&child, action, &context, in: scope.appending(EffectID(id)))
    if child.id != id { context.suspect(scope.appending(EffectID(id))) }
    return program.isNone ? .none : program.lifted(to: scope.appending(EffectID(child.id)), embed)
  }

  /// Adds the scopes that do not belong to a child with this id, or whose own children are absent.
  @MainActor
  @inlinable
  func ask<ID: Hashable & Sendable>(
    _ child: borrowing State,
    _ id: ID,
    _ questions: [ScopeQuestion],
    _ absent: inout [EffectScope]
  ) {
    var ofChild: [ScopeQuestion] = []
    for question in questions {
      // No part: the scope of the lift itself, which only a program of the parent's own can be in.
      guard let part = question.path.first else { continue }
      if part == EffectID(id) {
        ofChild.append(question.dropping(1))
      } else {
        absent.append(question.scope)
      }
    }
    lifts.ask(child, ofChild, &absent)
  }
}
