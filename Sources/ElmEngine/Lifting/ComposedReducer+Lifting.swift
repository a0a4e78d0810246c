public import StoreCore
public import StoreScoping

extension ComposedReducer {
  /// Adds a child that is always present.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - place: Where the child is in this reducer's state and actions; a second lift of a reducer with its name ends the
  ///     program.
  ///   - fileID: The file of the call, for the message about a second lift; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<ChildState, ChildAction>(
    _ child: ComposedReducer<ChildState, ChildAction>,
    at place: Child<State, Action, ChildState, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ComposedReducer {
    let scope = place.scope
    let id = scope.parts[0]
    let (path, action) = (place.path, place.extract)
    let lift = EffectLift(reading: { (whole: State) in path.read(whole) { copy $0 } }, place.embed)
    let rest = stage
    let (part, mayLose) = (LiftedPart(at: path, child.lifts), child.lifts.mayLoseChildren)
    var reducer = adding(id, fileID, line, mayLoseChildren: mayLose, part: part) { state, questions, absent in
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
      guard !program.isNone else { return rest(&state, parentAction, &context, lifts) }
      return Self.both(program.lifted(to: scope, by: lift), rest(&state, parentAction, &context, lifts))
    }
    reducer.add(child.appearances, at: place)
    return reducer
  }

  /// Adds a child that may be absent, and that another one may replace.
  ///
  /// The child has left when the property is `nil` after an action, or has a value with another id; see `Child`. Without
  /// an id of its own, another value in its place is still the same child, whose effects continue.
  ///
  /// A child whose reducer changes its id has left too; the effect which that call returns starts as the new child's.
  ///
  /// With `appearing`, a child begins with an action of its own:
  ///
  /// ```swift
  /// list.lifting(editing, at: editor, appearing: .appeared)
  /// ```
  ///
  /// It is handled in the same transition as the action with which the child has appeared, or has taken the place of one
  /// with another id, and before the effects of that action start, whichever reducer around it has put it there, such as
  /// an undo. A child of a store's first state has not appeared, and in the elements of a list only the element's own
  /// actions are looked at.
  ///
  /// - Parameters:
  ///   - child: The child's reducer.
  ///   - place: Where the child is in this reducer's state and actions; a second lift of a reducer with its name ends the
  ///     program.
  ///   - first: The first action of a child that appears; each action of the store then compares the child's id.
  ///   - fileID: The file of the call, for the message about a second lift; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The reducer with the child.
  @inlinable
  public func lifting<ChildState, ChildAction>(
    _ child: ComposedReducer<ChildState, ChildAction>,
    at place: Child<State, Action, ChildState?, ChildAction>,
    appearing first: ChildAction? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ComposedReducer {
    let scope = place.scope
    let id = scope.parts[0]
    let (path, ownID, action, embed) = (place.path, place.ownID, place.extract, place.embed)
    let rest = stage
    let part = LiftedPart(at: path, child.lifts)
    var reducer = adding(id, fileID, line, part: part) { state, questions, absent in
      path.read(state) { optional in
        guard let present = copy optional else {
          absent += questions.map(\.scope)
          return
        }
        child.ask(present, ownID?(present), questions, &absent)
      }
    } watch: { state, scope, effects in
      path.read(state) { optional in
        guard let present = copy optional else { return nil }
        let id = ownID?(present)
        let former = scope.appending(ownID: id)
        let remembered = child.lifts.watch(present, in: former, effects)
        return { state, suspects in
          path.read(state) { optional in
            guard let present = copy optional else { return suspects.append(scope) }
            guard ownID?(present) == id else { return suspects.append(former) }
            Self.compare(remembered, with: present, &suspects)
          }
        }
      }
    } stage: { state, parentAction, context, lifts in
      guard let childAction = action(parentAction) else { return rest(&state, parentAction, &context, lifts) }
      let remembered = context.watch(lifts, except: id, in: state)
      let program: EffectProgram<Action>? = path.changePresent(&state) { present in
        // Made only if there are effects to name, as most actions have none.
        let former = context.effects == nil ? nil : ownID?(present)
        let program = child.run(&present, childAction, &context, in: scope.appending(ownID: former))
        if context.effects == nil, program.isNone { return .none }
        let id = ownID?(present)
        if context.effects != nil, id != former { context.suspect(scope.appending(ownID: former)) }
        guard !program.isNone else { return .none }
        let lift = EffectLift(
          reading: { (whole: State) in
            path.read(whole) { copy $0 }.flatMap { ownID?($0) == id ? $0 : nil }
          },
          embed
        )
        return program.lifted(to: scope.appending(ownID: id), by: lift)
      }
      context.compare(consume remembered, with: state)
      if !path.isStored { context.suspect(scope) }
      if program == nil { context.note(parentAction, for: scope) }
      return Self.both(program ?? .none, rest(&state, parentAction, &context, lifts))
    }
    reducer.add(first, child.appearances, at: place)
    return reducer
  }

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
  ///   - list: Where the children are in this reducer's state and actions; a second lift of a reducer with its name ends
  ///     the program.
  ///   - fileID: The file of the call, for messages about the lift; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The reducer with the children.
  /// - Complexity: An action of a child costs what finding it costs: one look-up in a dictionary, O(elements) in an
  ///   array. While children have effects, checking that none has left costs O(1) for an action that leaves the
  ///   collection as it is, and O(elements) for one of the parent's that changes it.
  @inlinable
  public func lifting<Children: ChildCollection, ChildAction>(
    _ child: ComposedReducer<Children.Child, ChildAction>,
    at list: ChildList<State, Action, Children, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ComposedReducer {
    let scope = list.scope
    let id = scope.parts[0]
    let (path, action, embed) = (list.path, list.extract, list.embed)
    let rest = stage
    let part = LiftedPart(at: path, child.lifts)
    return adding(id, fileID, line, part: part) { state, questions, absent in
      path.read(state) { child.ask($0, questions, &absent) }
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
          guard program == nil else { Self.endForSecondCall(of: id, fileID, line) }
          program = child.run(&$0, childAction, &context, in: childScope(), isElement: true)
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
      guard !program.isNone else { return rest(&state, parentAction, &context, lifts) }
      let lift = EffectLift(
        reading: { (whole: State) in
          var child: Children.Child?
          path.read(whole) { $0.readChildren([childID]) { child = $1 } }
          return child
        },
        { embed(childID, $0) }
      )
      return Self.both(program.lifted(to: childScope(), by: lift), rest(&state, parentAction, &context, lifts))
    }
  }

  /// Ends the process because a collection called the closure that changes a child again for one action.
  @usableFromInline
  static func endForSecondCall(of lift: EffectID, _ fileID: StaticString, _ line: UInt) -> Never {
    fatalError(
      """
      The 'changeChild' of the lift '\(lift)' called its closure twice for one action.

      Each call runs the child's reducer, and the effects of all but one would be lost.

      Call the closure once with the child's state, or not at all if there is no child.
      """,
      file: fileID,
      line: line
    )
  }
}

extension EffectScope {
  /// The scope of a child's own id inside that of its lift, or that one itself for a child without an id.
  @inlinable
  func appending(ownID: EffectID?) -> EffectScope { ownID.map { appending($0) } ?? self }
}

extension ComposedReducer {
  /// Adds the scopes that do not belong to a child, whose own id is given if it has one, or whose children are absent.
  @MainActor
  @inlinable
  func ask(
    _ child: borrowing State,
    _ ownID: EffectID?,
    _ questions: [ScopeQuestion],
    _ absent: inout [EffectScope]
  ) {
    guard let ownID else { return lifts.ask(child, questions, &absent) }
    var ofChild: [ScopeQuestion] = []
    for question in questions {
      // No part: the scope of the lift itself, which only a program of the parent's own can be in.
      guard let part = question.path.first else { continue }
      if part == ownID {
        ofChild.append(question.dropping(1))
      } else {
        absent.append(question.scope)
      }
    }
    lifts.ask(child, ofChild, &absent)
  }

  /// Adds the scopes of children that a collection does not have, or whose own children are absent.
  @MainActor
  @inlinable
  func ask<Children: ChildCollection>(
    _ children: borrowing Children,
    _ questions: [ScopeQuestion],
    _ absent: inout [EffectScope]
  ) where Children.Child == State, Children.ChildID: Sendable {
    var ids: [Children.ChildID] = []
    // Those about one child are asked together.
    var asked: [[ScopeQuestion]?] = []
    var places: [Children.ChildID: Int] = Dictionary(minimumCapacity: questions.count)
    for question in questions {
      // No part: the scope of the lift itself, which only a program of the parent's own can be in.
      guard let part = question.path.first else { continue }
      guard let id = part.value(as: Children.ChildID.self) else {
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
    children.readChildren(ids) { place, child in
      if let questions = asked[place].take() { lifts.ask(child, questions, &absent) }
    }
    for questions in asked { absent += questions?.map(\.scope) ?? [] }
  }
}
