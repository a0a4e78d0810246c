/// The decisions about composite programs: what comes next when a part has ended or failed.
@MainActor
package enum FrameMachine<Action: Sendable> {
  /// What to do after a part has ended.
  package enum Next {
    /// The whole program has ended.
    case nothing
    /// Start a member of a sequence; `isLast` when the sequence has no more members.
    case start(EffectProgram<Action>, in: Frame<Action>, isLast: Bool)
  }

  /// A part inside `frame` has ended.
  package static func end(in frame: Frame<Action>?) -> Next {
    var frame = frame
    while let current = frame {
      switch current.kind {
      case .sequence(var rest):
        if let next = rest.popFirst() {
          current.kind = .sequence(rest)
          return .start(next, in: current, isLast: rest.isEmpty)
        }
      case .merge(let running):
        current.kind = .merge(running - 1)
        if running > 1 { return .nothing }
      case .catching(let handler, let running):
        current.kind = .catching(handler, running - 1)
        if running > 1 { return .nothing }
      case .answer:
        break
      case .gate:
        // The operation has not finished: what is behind it is left out.
        current.kind = .sequence([])
        return .start(.none, in: current, isLast: true)
      case .scope:
        current.scope?.end()
      case .group:
        current.group?.end()
      }
      frame = current.parent
    }
    return .nothing
  }

  /// An operation inside `frame` has finished, and was not cancelled; it still has to be ended.
  package static func finish(in frame: Frame<Action>?) {
    if case .gate(let program)? = frame?.kind {
      frame?.kind = .sequence([program])
    }
  }

  /// What to do about an error.
  package enum Failure {
    /// Run the handler's program inside its frame.
    case handle(EffectProgram<Action>, in: Frame<Action>, abandoned: Int)
    /// Nobody catches it.
    case uncaught(abandoned: Int)
  }

  /// A part inside `frame` has thrown.
  ///
  /// It still has to be ended.
  ///
  /// The sequences around it, up to the nearest handler, lose the members that have not started; `abandoned` is
  /// the number of sequences that had such members.
  package static func fail(_ error: any Error, in frame: Frame<Action>?) -> Failure {
    let catcher = frame?.catcher
    var abandoned = 0
    var frame = frame
    // Not further than an earlier error came, so that many errors in a deep program look at each frame once.
    while let current = frame, current !== catcher, current.abandonment == .none {
      abandoned += current.abandon(.failed) ? 1 : 0
      frame = current.parent
    }
    guard let catcher, case .catching(let handler, let running) = catcher.kind else {
      return .uncaught(abandoned: abandoned)
    }
    catcher.kind = .catching(handler, running + 1)
    return .handle(handler(error), in: Frame(.answer, parent: catcher), abandoned: abandoned)
  }

  /// The program inside `frame` was cancelled as a whole: no sequence starts another member.
  ///
  /// - Returns: the number of sequences that had members left.
  package static func abandon(_ frame: Frame<Action>?) -> Int {
    var abandoned = 0
    var frame = frame
    // Not further than an earlier call came, as above.
    while let current = frame, current.abandonment < .cancelled {
      abandoned += current.abandon(.cancelled) ? 1 : 0
      frame = current.parent
    }
    return abandoned
  }
}
