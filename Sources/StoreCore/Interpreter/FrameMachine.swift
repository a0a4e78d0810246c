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
  fileprivate func shortenPath() { parent = parent?.tail }

  /// Removes the members of a sequence that have not started; `false` if there are none.
  package func abandon() -> Bool {
    guard case .sequence(let rest) = kind, !rest.isEmpty else { return false }
    kind = .sequence([])
    return true
  }
}

/// The decisions about composite programs: what comes next when a part has ended or failed.
@MainActor
package enum FrameMachine {
  /// A part inside `frame` has ended: returns the member of a sequence to start next, and whether it is the last one;
  /// `nil` if the program has ended, or other parts of it continue.
  ///
  /// The containers that end with it are passed to `end`.
  package static func end(
    in frame: Frame?,
    program end: (ContainerKey) -> Void = { _ in }
  ) -> (member: Program, sequence: Frame, isLast: Bool)? {
    var frame = frame
    while let current = frame {
      switch current.kind {
      case .sequence(var rest):
        if let next = rest.popFirst() {
          current.kind = .sequence(rest)
          return (next, current, rest.isEmpty)
        }
      case .merge(let running):
        current.kind = .merge(running - 1)
        if running > 1 { return nil }
      case .catching(let handler, let running):
        current.kind = .catching(handler, running - 1)
        // Before the next attempt: the answer to an error may be another attempt, and so on.
        current.shortenPath()
        if running > 1 { return nil }
      case .answer:
        break
      case .behindWait:
        // The operation has not finished: the program after it is skipped.
        current.kind = .sequence([])
        return (.none, current, true)
      case .container:
        end(current.container)
      }
      frame = current.parent
    }
    return nil
  }

  /// An operation inside `frame` has finished, and was not cancelled; it still has to be ended.
  package static func finish(in frame: Frame?) {
    if case .behindWait(let program)? = frame?.kind { frame?.kind = .sequence([program]) }
  }

  /// A part inside `frame` has thrown; it still has to be ended.
  ///
  /// The sequences around it, up to the nearest handler, lose the members that have not started.
  ///
  /// - Returns: the handler's program and the frame to run it in, and the number of sequences that had members left.
  package static func fail(
    _ error: any Error,
    in frame: Frame?
  ) -> (answer: (program: Program, frame: Frame)?, abandoned: Int) {
    var abandoned = 0
    var frame = frame
    while let current = frame {
      switch current.kind {
      case .catching(let handler, let running):
        current.kind = .catching(handler, running + 1)
        return ((handler(error), Frame(.answer, parent: current)), abandoned)
      case .answer:
        // A handler is not asked about its own failure, which might go on for ever.
        frame = current.parent?.parent
      default:
        abandoned += current.abandon() ? 1 : 0
        frame = current.parent
      }
    }
    return (nil, abandoned)
  }

  /// Abandons the sequences around a part, as the whole was cancelled; returns how many had members left.
  package static func abandon(_ frame: Frame?) -> Int { frame?.path.count { $0.abandon() } ?? 0 }
}
