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
