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
    /// A program that starts if the operation in front of it finishes; it is a sequence then.
    case behindWait(Program)
    /// A program that was moved into a scope.
    case scope
    /// A program that is known by a name as a whole.
    case group
  }

  /// The extent to which the sequences around a part have lost the members that had not started.
  package enum Abandonment: Comparable {
    case none
    /// Up to the frame that answers errors.
    case failed
    /// All of them.
    case cancelled
  }

  package var kind: Kind
  package let parent: Frame?
  /// The innermost scope that the program is in.
  package let scope: ProgramScope?
  /// The innermost named program that it is in.
  package let group: ProgramGroup?
  /// The name of that program.
  nonisolated let groupID: EffectID?
  package let modifiers: GivenModifiers
  /// What became of this frame and of those above it.
  package var abandonment = Abandonment.none
  /// The frame that answers the errors that come out of this one; it is further up.
  private unowned let outerCatcher: Frame?

  package convenience init(_ kind: Kind, parent: Frame?, modifiers: GivenModifiers = GivenModifiers()) {
    self.init(kind, parent: parent, scope: parent?.scope, group: parent?.group, modifiers: modifiers)
  }

  /// The frame around a program that was moved into a scope.
  package convenience init(_ scope: ProgramScope, parent: Frame?) {
    self.init(.scope, parent: parent, scope: scope, group: parent?.group, modifiers: GivenModifiers())
  }

  /// The frame around a program that is known by a name as a whole.
  package convenience init(_ group: ProgramGroup, parent: Frame?, modifiers: GivenModifiers) {
    self.init(.group, parent: parent, scope: parent?.scope, group: group, modifiers: modifiers)
  }

  private init(
    _ kind: Kind,
    parent: Frame?,
    scope: ProgramScope?,
    group: ProgramGroup?,
    modifiers: GivenModifiers
  ) {
    self.kind = kind
    self.parent = parent
    self.scope = scope
    self.group = group
    groupID = group?.id
    self.modifiers = modifiers
    // A handler is not asked about its own failure for ever.
    outerCatcher = if case .answer = kind { parent?.outerCatcher } else { parent?.catcher }
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

/// The decisions about composite programs: what comes next when a part has ended or failed.
@MainActor
package enum FrameMachine {
  /// The next step after a part has ended.
  package enum Next {
    /// The whole program has ended.
    case nothing
    /// Start a member of a sequence; `isLast` when the sequence has no more members.
    case start(Program, in: Frame, isLast: Bool)
  }

  /// A part inside `frame` has ended.
  package static func end(in frame: Frame?) -> Next {
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
      case .behindWait:
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
  package static func finish(in frame: Frame?) {
    if case .behindWait(let program)? = frame?.kind {
      frame?.kind = .sequence([program])
    }
  }

  /// The answer to an error.
  package enum Failure {
    /// Run the handler's program inside its frame.
    case handle(Program, in: Frame, abandoned: Int)
    /// Nobody catches it.
    case uncaught(abandoned: Int)
  }

  /// A part inside `frame` has thrown.
  ///
  /// It still has to be ended.
  ///
  /// The sequences around it, up to the nearest handler, lose the members that have not started; `abandoned` is
  /// the number of sequences that had such members.
  package static func fail(_ error: any Error, in frame: Frame?) -> Failure {
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
  package static func abandon(_ frame: Frame?) -> Int {
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

/// The scope that the parts of a composite program share, and whether it was cancelled since the program began.
@MainActor
package final class ProgramScope {
  package let scope: EffectScope
  private let table: EffectTable
  private let key: SlotKey

  package init(_ scope: EffectScope, table: EffectTable) {
    self.scope = scope
    self.table = table
    key = table.begin(in: scope)
  }

  /// Whether the scope was not cancelled since the program began.
  package var isCurrent: Bool {
    table.isCurrent(key)
  }

  /// Notes that the program has ended; to be called once.
  package func end() {
    table.end(key)
  }
}

/// The name that the parts of a composite program share: its place in the registry, and whether it was cancelled.
@MainActor
package final class ProgramGroup {
  let key: SlotKey
  /// The program's name within the store.
  nonisolated let id: EffectID
  private let table: EffectTable

  init(_ key: SlotKey, id: EffectID, table: EffectTable) {
    self.key = key
    self.id = id
    self.table = table
  }

  /// Whether the program was not cancelled since it began.
  package var isCurrent: Bool {
    table.isCurrent(key)
  }

  /// Notes that the program has ended; to be called once.
  package func end() {
    table.end(key)
  }
}
