/// The rest of a composite effect program while a part of it runs.
@MainActor
package final class Frame {
  package enum Kind {
    /// The members that have not started.
    case sequence(ArraySlice<Program>)
    /// The number of members that have not ended.
    case merge(Int)
    /// An error handler, and the number of programs in its care that have not ended.
    case catching(@MainActor @Sendable (any Error) -> Program, Int)
    /// The answer of an error handler, whose own errors are not for that handler. The parent is the handler's frame.
    case answer
    /// A program that starts if the operation before it finishes; the frame then becomes a sequence.
    case behindWait(Program)
    /// A program that the registry knows: by its name as a whole, or because it was moved into a scope.
    case container(name: EffectID?)
  }

  package var kind: Kind
  package private(set) var parent: Frame?
  /// The innermost container that this one is part of.
  let container: ContainerKey
  /// The scope that it is in.
  let scope: EffectScope?
  /// The name of the innermost named program that it is part of.
  nonisolated let name: EffectID?
  package let modifiers: GivenModifiers

  /// Creates the frame of a program, which may be a container and have a scope of its own.
  package init(
    _ kind: Kind,
    container: ContainerKey? = nil,
    scope: EffectScope? = nil,
    parent: Frame?,
    modifiers: GivenModifiers = GivenModifiers()
  ) {
    self.kind = kind
    self.parent = parent
    self.modifiers = modifiers
    self.container = container ?? parent?.container ?? .none
    self.scope = scope ?? parent?.scope
    name = if case .container(let name?) = kind { name } else { parent?.name }
  }

  /// The frame and those around it, from the inside out.
  var path: some Sequence<Frame> { sequence(first: self) { $0.parent } }

  /// Whether members of a sequence around the frame have not started.
  var hasNext: Bool {
    path.contains { if case .sequence(let rest) = $0.kind { !rest.isEmpty } else { false } }
  }

  /// The frame to which the end of the last remaining part in this one is passed on, with nothing done on the way.
  ///
  /// New frames are made inside that one, so that an endless chain of programs leaves no trace.
  package var tail: Frame? {
    var frame = self
    while frame.modifiers.isEmpty {
      let next: Frame?
      switch frame.kind {
      case .sequence(let rest) where rest.isEmpty: next = frame.parent
      case .merge(1): next = frame.parent
      case .answer:
        // Nothing else is in the handler's care, and the handler does not answer its own errors.
        guard let catching = frame.parent, case .catching(_, 1) = catching.kind else { return frame }
        next = catching.parent
      default: return frame
      }
      guard let next else { return nil }
      guard next.modifiers.isEmpty else { return frame }
      frame = next
    }
    return frame
  }

  /// Skips the frames above that would only pass on the end of this one.
  func shortenPath() { parent = parent?.tail }

  /// Removes the members of a sequence that have not started; `false` if there are none.
  package func abandon() -> Bool {
    guard case .sequence(let rest) = kind, !rest.isEmpty else { return false }
    kind = .sequence([])
    return true
  }
}
