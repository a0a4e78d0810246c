import StoreCore

/// Adds the scopes of children that may have left, given the state after code ran that could remove them.
@usableFromInline typealias Departures<State> = (borrowing State, inout [EffectScope]) -> Void

extension Lifts {
  /// Remembers the children of the lifts whose children have effects.
  // Specialised for each state: generic code asks the Swift runtime for the types of its closures at each step.
  @MainActor
  @inlinable
  func watch(
    _ state: borrowing State,
    in outer: EffectScope?,
    _ effects: ScopedEffects,
    except id: EffectID? = nil
  ) -> [Departures<State>] {
    var remembered: [Departures<State>] = []
    for lift in known.all where lift.mayLoseChildren && lift.id != id {
      let scope = lift.scope.within(outer)
      guard effects.contains(scope), let departures = lift.watch(state, scope, effects) else { continue }
      remembered.append(departures)
    }
    return remembered
  }
}

extension ReducerContext {
  /// Remembers the present children, before code runs that can remove some.
  ///
  /// - Parameters:
  ///   - lifts: The lifts of the reducer that runs.
  ///   - id: The lift to leave out, whose own child runs.
  ///   - state: The state of the reducer that runs.
  /// - Returns: A value to compare with the state once that code has run.
  @MainActor
  @inlinable
  @inline(__always)
  func watch<State>(
    _ lifts: Lifts<State>,
    except id: EffectID? = nil,
    in state: borrowing State
  ) -> [Departures<State>]? {
    // There is nearly always nothing to watch.
    guard let effects else { return nil }
    return lifts.watch(state, in: scope, effects, except: id)
  }

  /// Takes note of the children that may have left since they were remembered.
  ///
  /// Releases the remembered values, so that the code that runs next changes the children in place.
  @MainActor
  @inlinable
  @inline(__always)
  mutating func compare<State>(_ remembered: consuming [Departures<State>]?, with state: borrowing State) {
    guard let remembered else { return }
    for departures in remembered {
      departures(state, &suspects)
    }
  }

  /// Takes note of a child that may have left, as it or its own children may have when it is written back: closures or
  /// a computed property may store something other than what they were given.
  @usableFromInline
  mutating func suspect(_ child: EffectScope) {
    guard effects != nil else { return }
    suspects.append(child.within(scope))
  }

  /// Prepends to an action's program a cancel of the effects of children that have left with the action.
  ///
  /// - Returns: The program as it is, if none has left.
  @MainActor
  @inlinable
  @inline(__always)
  func cancellingDeparted<State, Action: Sendable>(
    of reducer: ComposedReducer<State, Action>,
    in box: StateBox<State>,
    _ effects: ScopedEffects,
    before program: EffectProgram<Action>
  ) -> EffectProgram<Action> {
    guard !suspects.isEmpty else { return program }
    let scopes = effects.scopes(in: suspects)
    let departed = box.read { reducer.absentScopes(of: scopes, in: $0) }
    return departed.isEmpty ? program : .merge([.cancel(.departed(departed)), program])
  }
}

extension ComposedReducer {
  /// Adds the scopes of children that may have left a child that is still present.
  @inlinable
  static func compare<Child>(
    _ remembered: [Departures<Child>],
    with child: borrowing Child,
    _ suspects: inout [EffectScope]
  ) {
    for departures in remembered {
      departures(child, &suspects)
    }
  }
}
