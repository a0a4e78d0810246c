public import StoreCore

extension ComposedReducer {
  /// Adds the children in an array or a dictionary, or in another collection that finds them by their ids.
  ///
  /// The elements of an array have to be `Identifiable`, as they are found by their own ids; of several with one id the
  /// first is the child. The values of a dictionary are found by their keys. An id has to be `Sendable`.
  ///
  /// A child has left when no child at any position has its id after an action. Another value with the same id is the
  /// same child. An element whose reducer changes its id has left; the effect which that call returns never starts.
  ///
  /// - Parameters:
  ///   - child: The reducer of each child.
  ///   - id: The name for the scope of the lift; a second lift of a reducer with it ends the program.
  ///   - keyPath: The path from the parent's state to the collection.
  ///   - fileID: The file of the call, for messages about the lift; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - action: Extracts a child's id and action from one of the parent's; `nil` if the action is not for a child.
  ///   - embed: Makes the parent's action for one of a child's; called off the main actor.
  /// - Returns: The reducer with the children.
  /// - Complexity: An action of a child costs what finding it costs: one look-up in a dictionary, O(elements) in an
  ///   array. While children have effects, checking that none has left costs O(1) for an action that leaves the
  ///   collection as it is, and O(elements) for one of the parent's that changes it.
  @inlinable
  public func lifting<Children: ChildCollection, ChildAction>(
    each child: ComposedReducer<Children.Child, ChildAction>,
    id: some Hashable & Sendable,
    state keyPath: sending WritableKeyPath<State, Children>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @MainActor (Action) -> (Children.ChildID, ChildAction)?,
    embed: @escaping @Sendable (Children.ChildID, ChildAction) -> Action
  ) -> ComposedReducer where Children.ChildID: Sendable {
    let id = EffectID(id)
    let scope = EffectScope(id)
    let path = StatePath(keyPath)
    let rest = stage
    let part = LiftedPart(at: path, hasOwnID: true, child.lifts)
    return adding(id, fileID, line, part: part) { state, questions, absent in
      path.read(state) { children in
        child.ask(questions, &absent) { ids, body in children.readChildren(ids, body) }
      }
    } watch: { state, scope, _ in
      let former = path.read(state) { copy $0 }
      return { state, suspects in
        path.read(state) { children in
          guard !children.sharesStorage(with: former) else { return }
          if child.lifts.mayLoseChildren {
            // Children of any child may have left.
            suspects.append(scope)
          } else {
            suspects += children.childIDs(missingSince: former).map { scope.appending(EffectID($0)) }
          }
        }
      }
    } stage: { state, parentAction, context, lifts in
      guard let (childID, childAction) = action(parentAction) else {
        return rest(&state, parentAction, &context, lifts)
      }
      // Made only when needed: most actions have no effect.
      func childScope() -> EffectScope { scope.appending(EffectID(childID)) }
      let remembered = context.watch(lifts, except: id, in: state)
      var program: EffectProgram<ChildAction>?
      let isPresent = path.change(&state) { children in
        children.changeChild(childID) {
          guard program == nil else { Self.endForSecondCall(by: "changeChild", of: id, fileID, line) }
          program = child.run(&$0, childAction, &context, in: childScope())
        }
      }
      context.compare(consume remembered, with: state)
      guard let program else {
        context.note(parentAction, for: childScope())
        return rest(&state, parentAction, &context, lifts)
      }
      if !path.isStored {
        context.suspect(scope)
      } else if !isPresent {
        context.suspect(childScope())
      }
      let lifted: EffectProgram<Action> =
        program.isNone ? .none : program.lifted(to: childScope()) { embed(childID, $0) }
      return Self.both(lifted, rest(&state, parentAction, &context, lifts))
    }
  }

  /// Adds the scopes of children that `read` does not find, or whose own children are absent.
  @MainActor
  @inlinable
  func ask<ID: Hashable & Sendable>(
    _ questions: [ScopeQuestion],
    _ absent: inout [EffectScope],
    read: ([ID], _ body: (_ place: Int, State) -> Void) -> Void
  ) {
    var ids: [ID] = []
    // Those about one child are asked together.
    var asked: [[ScopeQuestion]?] = []
    var places: [ID: Int] = Dictionary(minimumCapacity: questions.count)
    for question in questions {
      // No part: the scope of the lift itself, which only a program of the parent's own can be in.
      guard let part = question.path.first else { continue }
      guard let id = part.value(as: ID.self) else {
        absent.append(question.scope)
        continue
      }
      // In place, which hashes the id once.
      let place = { (place: inout Int) in place }(&places[id, default: ids.count])
      if place == ids.count {
        ids.append(id)
        asked.append([])
      }
      asked[place]?.append(question.dropping(1))
    }
    read(ids) { place, child in
      if let questions = asked[place].take() { lifts.ask(child, questions, &absent) }
    }
    for questions in asked { absent += questions?.map(\.scope) ?? [] }
  }
}
