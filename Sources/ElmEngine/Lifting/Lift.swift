import StoreCore

/// A question about the presence of a scope's child.
@usableFromInline
struct ScopeQuestion {
  @usableFromInline let scope: EffectScope
  /// The part of the scope's path that is still to be looked up.
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

/// A reducer's knowledge of the children of one lift, apart from how to run them.
@usableFromInline
struct Lift<State>: Sendable {
  /// Adds the scopes whose children are absent, for questions whose path begins after the lift's part.
  @usableFromInline typealias Ask = @MainActor (borrowing State, [ScopeQuestion], inout [EffectScope]) -> Void

  /// Remembers the present children of a lift whose effects are in a scope.
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
// A reference, as it is passed through each level of a reducer with every action.
final class Lifts<State>: Sendable {
  @usableFromInline typealias Watched = (id: EffectID, scope: EffectScope, watch: Lift<State>.Watch)

  @usableFromInline let byID: [EffectID: Lift<State>]
  /// The lifts whose children, or children's children, may leave, in the order in which they were added.
  @usableFromInline let watched: [Watched]
  /// Whether children may leave: not if they and theirs are always present.
  ///
  /// A lazy reducer that is not made yet may have some that leave.
  @usableFromInline let mayLoseChildren: Bool
  /// The lifts of a reducer that is made when it is needed.
  private let lazy: Lazy<Lifts>?

  @usableFromInline
  init(byID: [EffectID: Lift<State>] = [:], watched: [Watched] = []) {
    self.byID = byID
    self.watched = watched
    mayLoseChildren = !watched.isEmpty
    lazy = nil
  }

  init(lazy make: @escaping @MainActor () -> Lifts) {
    byID = [:]
    watched = []
    mayLoseChildren = true
    lazy = Lazy(make)
  }

  /// The lifts themselves; a lazy reducer is made now.
  @MainActor
  @usableFromInline var known: Lifts { lazy?.value ?? self }

  @usableFromInline
  func adding(_ lift: Lift<State>, id: EffectID, isWatched: Bool, _ fileID: StaticString, _ line: UInt) -> Lifts {
    guard lazy == nil else {
      return Lifts(lazy: { self.known.adding(lift, id: id, isWatched: isWatched, fileID, line) })
    }
    guard byID[id] == nil else {
      fatalError(
        """
        Lifted two children with the id '\(id)' into one reducer.

        Their effects could not be told apart.

        Give each lift a different id.
        """,
        file: fileID,
        line: line
      )
    }
    return Lifts(
      byID: byID.merging([id: lift]) { $1 },
      watched: isWatched ? watched + [(id, EffectScope(id), lift.watch)] : watched
    )
  }

  /// Adds the scopes whose children are absent; a scope that no lift has made counts as present.
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
