/// A program moved into a scope, into a parent's type of actions, or both.
///
/// Nothing inside is rewritten before the program runs: lifting it once more costs the same at every depth, and all
/// the transformations on the way are then applied at once, by one closure around each operation.
@usableFromInline
// Sendable: constants of Sendable types, here and in the two subclasses, besides their programs, which are Sendable and
// are changed by their last owner alone.
package class ScopedProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  /// What the program was moved into, seen from outside; without one only the type of actions changes.
  package let scope: EffectScope?
  let facts: ProgramFacts

  fileprivate init(scope: EffectScope?, facts: ProgramFacts) {
    self.scope = scope
    self.facts = facts
  }

  /// The scope inside `outer`, and the program that was moved into it.
  package final func open(in outer: EffectScope?) -> (scope: EffectScope?, program: EffectProgram<Action>) {
    openAsIs(in: scope.map { $0.within(outer) } ?? outer)
  }

  fileprivate func openAsIs(in scope: EffectScope?) -> (scope: EffectScope?, program: EffectProgram<Action>) {
    (scope, .none)
  }

  fileprivate func openMapped<Root>(
    in scope: EffectScope?,
    _ transform: @escaping @Sendable (Action) -> Root
  ) -> (scope: EffectScope?, program: EffectProgram<Root>) {
    (scope, .none)
  }
}

extension ScopedProgram {
  // Sendable: as above.
  final class Moved: ScopedProgram<Action>, @unchecked Sendable {
    private var program: EffectProgram<Action>

    init(_ program: EffectProgram<Action>, scope: EffectScope) {
      self.program = program
      super.init(scope: scope, facts: program.facts)
    }

    deinit {
      dismantle()
    }

    override func takeParts(into parts: inout [ProgramPart]) {
      program.addPart(to: &parts)
      program = .none
    }

    override func openAsIs(in scope: EffectScope?) -> (scope: EffectScope?, program: EffectProgram<Action>) {
      (scope, program)
    }

    override func openMapped<Root>(
      in scope: EffectScope?,
      _ transform: @escaping @Sendable (Action) -> Root
    ) -> (scope: EffectScope?, program: EffectProgram<Root>) {
      guard case .scoped(let inner)? = program.node else { return (scope, program.mapOutermost(transform)) }
      return inner.openMapped(in: inner.scope.map { $0.within(scope) } ?? scope, transform)
    }
  }

  // Sendable: as above.
  final class Lifted<Child: Sendable>: ScopedProgram<Action>, @unchecked Sendable {
    private var program: EffectProgram<Child>
    private let embed: @Sendable (Child) -> Action

    init(_ program: EffectProgram<Child>, scope: EffectScope?, embed: @escaping @Sendable (Child) -> Action) {
      self.program = program
      self.embed = embed
      super.init(scope: scope, facts: program.facts)
    }

    deinit {
      dismantle()
    }

    override func takeParts(into parts: inout [ProgramPart]) {
      program.addPart(to: &parts)
      program = .none
    }

    override func openAsIs(in scope: EffectScope?) -> (scope: EffectScope?, program: EffectProgram<Action>) {
      guard case .scoped(let inner)? = program.node else { return (scope, program.mapOutermost(embed)) }
      return inner.openMapped(in: inner.scope.map { $0.within(scope) } ?? scope, embed)
    }

    override func openMapped<Root>(
      in scope: EffectScope?,
      _ transform: @escaping @Sendable (Action) -> Root
    ) -> (scope: EffectScope?, program: EffectProgram<Root>) {
      let embed = embed
      let both: @Sendable (Child) -> Root = { transform(embed($0)) }
      guard case .scoped(let inner)? = program.node else { return (scope, program.mapOutermost(both)) }
      return inner.openMapped(in: inner.scope.map { $0.within(scope) } ?? scope, both)
    }
  }
}
