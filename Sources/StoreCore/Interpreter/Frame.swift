/// What is left to do of a composite effect program while a part of it runs.
///
/// Used on the main actor only.
@usableFromInline
package final class Frame<Action: Sendable> {
  package enum Kind {
    /// The members that have not started.
    case sequence(ArraySlice<EffectProgram<Action>>)
    /// The number of members that have not ended.
    case merge(Int)
    /// An error handler, and the number of programs in its care that have not ended.
    case catching(@MainActor @Sendable (any Error) -> EffectProgram<Action>, Int)
    /// The answer of an error handler, whose own errors are not for that handler. The parent is the handler's frame.
    case answer
    /// A program that was moved into a scope.
    case scope
  }

  package var kind: Kind
  package let parent: Frame?
  /// The innermost scope that the program is in.
  package let scope: ProgramScope?

  package init(_ kind: Kind, parent: Frame?) {
    self.kind = kind
    self.parent = parent
    scope = parent?.scope
  }

  /// The frame around a program that was moved into a scope.
  package init(_ scope: ProgramScope, parent: Frame?) {
    kind = .scope
    self.parent = parent
    self.scope = scope
  }
}
