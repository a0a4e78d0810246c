/// A program of other actions, moved into a scope, into a parent's type of actions, or both.
///
/// Nothing inside is rewritten before the program runs: mapping it once more costs the same at every depth, and all the
/// transformations on the way are then applied at once, by one closure around each operation.
@usableFromInline
package protocol MappedProgram<Action>: Sendable {
  associatedtype Action: Sendable

  /// Whether it was moved into a scope.
  var hasScope: Bool { get }

  var facts: ProgramFacts { get }

  /// Opens the scopes and mappings on the way to the program inside.
  ///
  /// - Returns: the innermost scope, and the program, whose parts are mapped when they run.
  func opened(in outer: EffectScope?) -> (scope: EffectScope?, program: EffectProgram<Action>)

  /// The same with one more transformation.
  func opened<Root: Sendable>(
    in outer: EffectScope?,
    _ transform: @escaping @Sendable (Action) -> Root
  ) -> (scope: EffectScope?, program: EffectProgram<Root>)
}

private struct LiftedProgram<Child: Sendable, Action: Sendable>: MappedProgram {
  let program: EffectProgram<Child>
  let scope: EffectScope?
  let embed: @Sendable (Child) -> Action

  var hasScope: Bool { scope != nil || program.hasScope }
  var facts: ProgramFacts { program.facts }

  func opened(in outer: EffectScope?) -> (scope: EffectScope?, program: EffectProgram<Action>) {
    program.opened(in: scope?.within(outer) ?? outer, embed)
  }

  func opened<Root: Sendable>(
    in outer: EffectScope?,
    _ transform: @escaping @Sendable (Action) -> Root
  ) -> (scope: EffectScope?, program: EffectProgram<Root>) {
    let embed = embed
    return program.opened(in: scope?.within(outer) ?? outer) { transform(embed($0)) }
  }
}

extension EffectProgram {
  /// The program moved into a scope, so that instances of a child feature are kept apart.
  ///
  /// Everything of the program belongs to the scope: operations with and without a name, members of sequences that
  /// start later, and what an error handler inside answers. Selectors mean the scope as well:
  ///
  /// - ``EffectSelector/id(_:)-(EffectID)`` and ``EffectSelector/ids(_:)`` mean the names of the scope itself.
  /// - ``EffectSelector/all`` means all effects of the scope and of those nested in it, and none outside.
  /// - ``EffectSelector/matching(_:)`` is asked for the same effects, with their names as seen from the scope.
  /// - ``EffectSelector/scope(_:)-(EffectScope)`` means a scope nested in this one.
  ///
  /// Outside of the scope its effects are known by ``EffectID/scoped(to:)`` and ``EffectSelector/scope(_:)-(EffectScope)``.
  /// Scopes nest, the outer one applied last. A scope is any hashable value, or an ``EffectScope`` of several parts.
  ///
  /// - Complexity: O(1), however large the program is.
  public func scoped(to scope: some Hashable & Sendable) -> EffectProgram {
    isNone ? self : EffectProgram(node: .scoped(self, EffectScope(scope)))
  }

  /// The program of a child feature in its parent: moved into a scope, with its actions embedded in the parent's.
  ///
  /// It is ``map(_:)`` and ``scoped(to:)`` at once. Lifted through several parents, each operation is still wrapped
  /// once, when it starts. `embed` is called once for each action, off the main actor for actions that an operation
  /// sends.
  ///
  /// - Complexity: O(1), however large the program is.
  @inlinable
  public func lifted<Parent: Sendable>(
    to scope: EffectScope,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectProgram<Parent> {
    // Most actions have no effect: where the caller knows the type, that is a comparison.
    isNone ? .none : move(to: scope, embed)
  }

  @usableFromInline
  func move<Parent: Sendable>(
    to scope: EffectScope?,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectProgram<Parent> {
    EffectProgram<Parent>(node: .mapped(LiftedProgram(program: self, scope: scope, embed: embed)))
  }

  /// The same program for another type of action.
  ///
  /// Names, order and cancellation are kept. `transform` is called once for each action, off the main actor for
  /// actions that an operation sends.
  ///
  /// - Complexity: O(1), however large the program is.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectProgram<Other> {
    isComposite ? move(to: nil, transform) : mappedOutermost(transform)
  }

  /// The same program for another type of action, whose parts are mapped when they run.
  private func mappedOutermost<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> EffectProgram<Other> {
    switch node {
    case nil: .none
    case .emit(let action): .emit(transform(action))
    case .call(let make): .emit { make().map(transform) }
    case .cancel(let selector): .cancel(selector)
    case .operation(let operation): EffectProgram<Other>(node: .operation(operation.map(transform)))
    case .sequence(let members): .sequence(members.map { $0.map(transform) })
    case .merge(let members): .merge(members.map { $0.map(transform) })
    case .deferred(let make): .deferred { make().map(transform) }
    case .catching(let body, let handler): body.map(transform).catch { handler($0).map(transform) }
    case .modified(let body, let modifier): body.map(transform).modified(by: modifier.map(transform))
    case .named(let body, let id, let use): body.map(transform).named(id, for: use)
    case .scoped, .mapped: map(transform)
    case .issue(let kind, let message): .issue(kind, message)
    }
  }

  fileprivate func opened<Root: Sendable>(
    in scope: EffectScope?,
    _ transform: @escaping @Sendable (Action) -> Root
  ) -> (scope: EffectScope?, program: EffectProgram<Root>) {
    switch node {
    case .scoped(let body, let inner): body.opened(in: inner.within(scope), transform)
    case .mapped(let mapped): mapped.opened(in: scope, transform)
    default: (scope, mappedOutermost(transform))
    }
  }

  /// Whether it is in a scope of its own, perhaps behind changes of its actions.
  var hasScope: Bool {
    switch node {
    case .scoped: true
    case .mapped(let mapped): mapped.hasScope
    default: false
    }
  }
}
