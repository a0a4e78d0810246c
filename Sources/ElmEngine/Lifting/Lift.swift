import StoreCore

/// A question for the presence of the child of a scope.
@usableFromInline
struct ScopeQuestion {
  @usableFromInline let scope: EffectScope
  /// What of the scope's path is left to be looked at.
  @usableFromInline let path: ArraySlice<EffectID>

  @usableFromInline
  init(_ scope: EffectScope, path: ArraySlice<EffectID>) {
    self.scope = scope
    self.path = path
  }

  /// The question without the first parts of its path.
  @usableFromInline
  func dropping(_ count: Int) -> ScopeQuestion {
    ScopeQuestion(scope, path: path.dropFirst(count))
  }
}

/// What a reducer knows of the children of one lift, beside how to run them.
@usableFromInline
struct Lift<State>: Sendable {
  /// Adds the scopes whose children are absent, of questions whose path begins behind the part of the lift.
  @usableFromInline typealias Ask = @MainActor (borrowing State, [ScopeQuestion], inout [EffectScope]) -> Void

  /// Remembers the children there are, of a lift that has its effects in a scope.
  @usableFromInline typealias Watch = @MainActor (borrowing State, EffectScope, ScopedEffects) -> Departures<State>?

  @usableFromInline let ask: Ask
  @usableFromInline let watch: Watch

  @usableFromInline
  init(ask: @escaping Ask, watch: @escaping Watch) {
    self.ask = ask
    self.watch = watch
  }
}

/// The lifts of one reducer.
@usableFromInline
// A reference, as it goes through each level of a reducer with every action.
final class Lifts<State>: Sendable {
  @usableFromInline typealias Watched = (id: EffectID, scope: EffectScope, watch: Lift<State>.Watch)

  @usableFromInline let byID: [EffectID: Lift<State>]
  /// The same in the order of their lifting, to find out which of their children leave.
  @usableFromInline let watched: [Watched]
  /// Whether there are lifts, as far as is known: a reducer that is still to be made may have some.
  @usableFromInline let mayHaveChildren: Bool
  /// Those of a reducer that is made when it is needed.
  private let lazy: Lazy<Lifts>?

  @usableFromInline
  init(byID: [EffectID: Lift<State>] = [:], watched: [Watched] = []) {
    self.byID = byID
    self.watched = watched
    mayHaveChildren = !watched.isEmpty
    lazy = nil
  }

  init(lazy make: @escaping @MainActor () -> Lifts) {
    byID = [:]
    watched = []
    mayHaveChildren = true
    lazy = Lazy(make)
  }

  /// These, made if they are still to be.
  @MainActor
  @usableFromInline var known: Lifts { lazy?.value ?? self }

  @usableFromInline
  func adding(_ lift: Lift<State>, id: EffectID, _ fileID: StaticString, _ line: UInt) -> Lifts {
    guard lazy == nil else { return Lifts(lazy: { self.known.adding(lift, id: id, fileID, line) }) }
    guard byID[id] == nil else {
      fatalError(
        """
        Lifted two children with the id '\(id)' into one reducer.

        Their effects could not be told apart.

        Give each lift an id of its own.
        """,
        file: fileID,
        line: line
      )
    }
    return Lifts(byID: byID.merging([id: lift]) { $1 }, watched: watched + [(id, EffectScope(id), lift.watch)])
  }

  /// Adds the scopes whose children are absent; those that no lift has made are present.
  @MainActor
  @usableFromInline
  func ask(_ state: borrowing State, _ questions: [ScopeQuestion], _ absent: inout [EffectScope]) {
    let byID = known.byID
    guard !byID.isEmpty else { return }
    var questionsByID: [EffectID: [ScopeQuestion]] = [:]
    for question in questions {
      guard let id = question.path.first else { continue }
      questionsByID[id, default: []].append(question.dropping(1))
    }
    for (id, questions) in questionsByID {
      byID[id]?.ask(state, questions, &absent)
    }
  }
}
