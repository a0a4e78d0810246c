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

  /// How far up the sequences around a part have lost the members that had not started.
  package enum Abandonment: Comparable {
    case none
    /// Up to the frame that answers errors.
    case failed
    /// All of them.
    case cancelled
  }

  package var kind: Kind
  // A variable for `deinit` alone.
  package private(set) var parent: Frame?
  /// The innermost scope that the program is in.
  package let scope: ProgramScope?
  /// What is changed about the operations inside, the innermost modifier first.
  package let modifiers: Chain<ProgramModifier<Action>>?
  /// What became of this frame and of those above it.
  package var abandonment = Abandonment.none
  /// The frame that answers the errors that come out of this one; it is further up.
  private unowned let outerCatcher: Frame?

  package convenience init(_ kind: Kind, parent: Frame?, modifiers: Chain<ProgramModifier<Action>>? = nil) {
    self.init(kind, parent: parent, scope: parent?.scope, modifiers: modifiers)
  }

  /// The frame around a program that was moved into a scope.
  package convenience init(_ scope: ProgramScope, parent: Frame?) {
    self.init(.scope, parent: parent, scope: scope, modifiers: nil)
  }

  private init(_ kind: Kind, parent: Frame?, scope: ProgramScope?, modifiers: Chain<ProgramModifier<Action>>?) {
    self.kind = kind
    self.parent = parent
    self.scope = scope
    self.modifiers = modifiers
    // A handler is not asked about its own failure for ever.
    outerCatcher = if case .answer = kind { parent?.outerCatcher } else { parent?.catcher }
  }

  deinit {
    // Frames may be as deep as their program: they are let go without recursion.
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) {
      next = next?.parent.take()
    }
  }

  /// The frame that answers the errors of a part inside this one.
  package var catcher: Frame? {
    if case .catching = kind { self } else { outerCatcher }
  }

  /// The frame that an error of this one goes to.
  package var errorParent: Frame? {
    if case .answer = kind { parent?.parent } else { parent }
  }

  /// Whether what has not started may start: the scope was not cancelled since the program began.
  package var isCurrent: Bool { scope?.isCurrent != false }

  /// Takes the members that have not started from a sequence.
  ///
  /// - Returns: whether there were any.
  package func abandon(_ abandonment: Abandonment) -> Bool {
    self.abandonment = abandonment
    guard case .sequence(let rest) = kind, !rest.isEmpty else { return false }
    kind = .sequence([])
    return true
  }
}
