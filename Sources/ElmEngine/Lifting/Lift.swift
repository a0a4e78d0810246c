import StoreCore
import StoreScoping

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

  @usableFromInline let id: EffectID
  @usableFromInline let scope: EffectScope
  /// Whether children may leave: not if they and theirs are always present.
  @usableFromInline let mayLoseChildren: Bool
  @usableFromInline let part: LiftedPart
  @usableFromInline let ask: Ask
  @usableFromInline let watch: Watch

  @usableFromInline
  init(id: EffectID, mayLoseChildren: Bool, part: LiftedPart, ask: @escaping Ask, watch: @escaping Watch) {
    self.id = id
    scope = EffectScope(id)
    self.mayLoseChildren = mayLoseChildren
    self.part = part
    self.ask = ask
    self.watch = watch
  }
}

/// The part of a state that a lift finds, for a check of the ids that scopes of it are given.
@usableFromInline
struct LiftedPart: Sendable {
  /// Whether a key path is the one that the lift was given.
  let isAt: @MainActor (AnyKeyPath) -> Bool
  /// The lifts of the child's reducer.
  let children: any LiftedChildren

  @usableFromInline
  init<Root, Value, Child>(at path: StatePath<Root, Value>, _ children: Lifts<Child>) {
    isAt = { path.keyPath == $0 }
    self.children = children
  }
}

/// The lifts of one reducer.
@usableFromInline
// A reference, as it is passed through each level of a reducer with every action.
final class Lifts<State>: Sendable {
  /// The lifts, in the order in which they were added.
  @usableFromInline let all: [Lift<State>]
  /// Whether children may leave; a lazy reducer that is not made yet may have some that do.
  @usableFromInline let mayLoseChildren: Bool
  /// The lifts of a reducer that is made when it is needed.
  private let lazy: Lazy<Lifts>?

  @usableFromInline
  init(_ all: [Lift<State>] = []) {
    self.all = all
    mayLoseChildren = all.contains(where: \.mayLoseChildren)
    lazy = nil
  }

  init(lazy make: @escaping @MainActor () -> Lifts) {
    all = []
    mayLoseChildren = true
    lazy = Lazy(make)
  }

  /// The lifts themselves; a lazy reducer is made now.
  @MainActor
  @usableFromInline var known: Lifts { lazy?.value ?? self }

  @usableFromInline
  func adding(_ lift: Lift<State>, _ fileID: StaticString, _ line: UInt) -> Lifts {
    guard lazy == nil else { return Lifts(lazy: { self.known.adding(lift, fileID, line) }) }
    guard !all.contains(where: { $0.id == lift.id }) else {
      fatalError(
        """
        Lifted two children with the id '\(lift.id)' into one reducer.

        Their effects could not be told apart.

        Give each lift a different id.
        """,
        file: fileID,
        line: line
      )
    }
    return Lifts(all + [lift])
  }

  /// Adds the scopes whose children are absent; a scope that no lift has made counts as present.
  @MainActor
  @usableFromInline
  func ask(_ state: borrowing State, _ questions: [ScopeQuestion], _ absent: inout [EffectScope]) {
    for lift in known.all where lift.mayLoseChildren {
      let own = questions.filter { $0.path.first == lift.id }
      if !own.isEmpty { lift.ask(state, own.map { $0.dropping(1) }, &absent) }
    }
  }
}

extension Lifts: LiftedChildren {
  @usableFromInline
  func ids(of keyPath: AnyKeyPath) -> [EffectID] {
    known.all.filter { $0.part.isAt(keyPath) }.map(\.id)
  }

  @usableFromInline
  func children(of id: EffectID) -> (any LiftedChildren)? {
    known.all.first { $0.id == id }?.part.children
  }
}
