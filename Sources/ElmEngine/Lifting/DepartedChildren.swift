import StoreCore

/// Adds the scopes of children that may have left, given the state after code has run that could take them out.
@usableFromInline typealias Departures<State> = (borrowing State, inout [EffectScope]) -> Void

extension Lifts {
  /// Remembers the children of those lifts whose children have effects.
  // Compiled for each state: in general each step asks the runtime for the types of its closures.
  @MainActor
  @inlinable
  func watch(
    _ state: borrowing State,
    in outer: EffectScope?,
    _ effects: ScopedEffects,
    except id: EffectID? = nil
  ) -> [Departures<State>] {
    var remembered: [Departures<State>] = []
    for lift in known.watched where lift.id != id {
      let scope = lift.scope.within(outer)
      guard effects.contains(scope), let departures = lift.watch(state, scope, effects) else { continue }
      remembered.append(departures)
    }
    return remembered
  }
}

extension ReducerContext {
  /// Remembers what children there are, before code runs that can take some out.
  ///
  /// - Parameters:
  ///   - lifts: The lifts of the reducer that runs.
  ///   - id: The lift that is left out, whose own child runs.
  ///   - state: The state of the reducer that runs.
  /// - Returns: what is to be compared with the state when that code has run.
  @MainActor
  @inlinable
  @inline(__always)
  func watch<State>(
    _ lifts: Lifts<State>,
    except id: EffectID? = nil,
    in state: borrowing State
  ) -> [Departures<State>]? {
    // Nearly always there is nothing to watch.
    guard let effects else { return nil }
    return lifts.watch(state, in: scope, effects, except: id)
  }

  /// Takes note of the children that may have left since they were remembered.
  ///
  /// Lets go of what was remembered, so that what runs next changes the children in place.
  @MainActor
  @inlinable
  @inline(__always)
  mutating func compare<State>(_ remembered: consuming [Departures<State>]?, with state: borrowing State) {
    guard let remembered else { return }
    for departures in remembered {
      departures(state, &suspects)
    }
  }

  /// Takes note of a child that may have left.
  @usableFromInline
  mutating func suspect(_ child: EffectScope) {
    guard effects != nil else { return }
    suspects.append(child.within(scope))
  }

  /// Takes note of a child that its place has not kept: what is put back by closures, or into a computed property, need
  /// not be what is there then.
  @inlinable
  mutating func suspect(_ child: @autoclosure () -> EffectScope, unless isKept: () -> Bool) {
    if effects != nil, !isKept() { suspect(child()) }
  }

  /// Puts a cancel in front of an action's program: of the effects of children that have left with the action.
  ///
  /// - Returns: the program as it is, where none has left.
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
  /// Adds the scopes of what has left a child that is still there.
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
