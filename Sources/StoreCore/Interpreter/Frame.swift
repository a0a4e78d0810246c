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
    /// A program that starts if the operation in front of it finishes; it is a sequence then.
    case gate(EffectProgram<Action>)
    /// A program that was moved into a scope.
    case scope
    /// A program that is known by a name as a whole.
    case group
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
  /// The innermost named program that it is in.
  package let group: ProgramGroup?
  /// What is changed about the operations inside, the innermost modifier first.
  package let modifiers: Chain<ProgramModifier<Action>>?
  /// What became of this frame and of those above it.
  package var abandonment = Abandonment.none
  /// The frame that answers the errors that come out of this one; it is further up.
  private unowned let outerCatcher: Frame?

  package convenience init(_ kind: Kind, parent: Frame?, modifiers: Chain<ProgramModifier<Action>>? = nil) {
    self.init(kind, parent: parent, scope: parent?.scope, group: parent?.group, modifiers: modifiers)
  }

  /// The frame around a program that was moved into a scope.
  package convenience init(_ scope: ProgramScope, parent: Frame?) {
    self.init(.scope, parent: parent, scope: scope, group: parent?.group, modifiers: nil)
  }

  /// The frame around a program that is known by a name as a whole.
  package convenience init(_ group: ProgramGroup, parent: Frame?, modifiers: Chain<ProgramModifier<Action>>?) {
    self.init(.group, parent: parent, scope: parent?.scope, group: group, modifiers: modifiers)
  }

  private init(
    _ kind: Kind,
    parent: Frame?,
    scope: ProgramScope?,
    group: ProgramGroup?,
    modifiers: Chain<ProgramModifier<Action>>?
  ) {
    self.kind = kind
    self.parent = parent
    self.scope = scope
    self.group = group
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

  /// Whether what has not started may start: neither its scope nor a named program around it was cancelled.
  package var isCurrent: Bool { scope?.isCurrent != false && group?.isCurrent != false }

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
