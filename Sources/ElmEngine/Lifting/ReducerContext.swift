import StoreCore

/// The course of one action through a reducer and those of its children: what they find out on the way.
@usableFromInline
struct ReducerContext {
  /// The store's effects, if some are in scopes: then it is found out which children leave.
  @usableFromInline let effects: ScopedEffects?
  /// Where the children of the reducer that runs have their scopes; outermost there is none.
  @usableFromInline var scope: EffectScope?
  /// The scopes that a child may have left.
  @usableFromInline var suspects: [EffectScope] = []
  /// The actions for children that were not there.
  @usableFromInline var absences: [AbsentChildError] = []

  @usableFromInline
  init(effects: ScopedEffects?) {
    self.effects = effects
  }

  /// Takes note of an action for a child that is absent: it is a mistake of its sender.
  ///
  /// Actions of the child's own effects do not come here: they are dropped with the effects when the child leaves.
  @usableFromInline
  mutating func note(_ action: some Any, for child: EffectScope) {
    absences.append(AbsentChildError(action: action, child: child))
  }

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
}

extension EffectScope {
  /// The scope inside another one, if there is one.
  @inlinable
  func within(_ outer: EffectScope?) -> EffectScope {
    outer?.appending(self) ?? self
  }
}
