/// A program without the scopes and the modifiers around it, and what these come to.
package struct BareProgram<Action: Sendable> {
  package private(set) var program: EffectProgram<Action>
  /// The scope that the program is in.
  package private(set) var scope: EffectScope?
  /// What is changed about its operations, the innermost modifier first.
  package private(set) var modifiers: Chain<ProgramModifier<Action>>?

  /// Opens a program that has a scope and modifiers around it already.
  package init(
    _ program: EffectProgram<Action>,
    scope: EffectScope? = nil,
    modifiers: Chain<ProgramModifier<Action>>? = nil
  ) {
    self.program = program
    self.scope = scope
    self.modifiers = modifiers
    while true {
      switch self.program.node {
      case .modified(let modified):
        self.modifiers = Chain(modified.modifier, before: self.modifiers)
        self.program = modified.body
      case .scoped(let moved):
        (self.scope, self.program) = moved.open(in: self.scope)
      case nil, .emit, .cancel, .launch, .sequence, .merge, .catching, .named, .gated, .deferred, .suspended:
        return
      }
    }
  }
}
