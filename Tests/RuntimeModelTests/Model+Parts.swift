/// The parts of a model.
extension Model {
  /// An action with what it has caused, as a handle knows it.
  final class Node {
    let parent: Node?
    var children: [Node] = []
    /// The open units: the handling of its action, its effects, and sequences with members left.
    var units = 0
    /// The number of these that are streams.
    var streams = 0
    var wasCancelled = false
    var title = ""

    /// Whether its parent's tree waits for its own.
    let isCounted: Bool

    init(parent: Node? = nil, isCounted: Bool = false) {
      (self.parent, self.isCounted) = (parent, isCounted && parent?.treeIsSettled != true)
      parent?.children.append(self)
    }

    var isCancelled: Bool { wasCancelled || parent?.isCancelled == true }
    var isFinished: Bool { isCancelled || units == 0 }
    /// Whether there is nothing left to wait for by ``SendHandle/tree``; once so, it stays so.
    var treeIsSettled = false
    func isSettled(tree: Bool) -> Bool { tree ? treeIsSettled : units == 0 }
    func settle() {
      guard !treeIsSettled, units == streams, children.allSatisfy({ !$0.isCounted || $0.treeIsSettled }) else { return }
      treeIsSettled = true
      parent?.settle()
    }
    /// The action and all below it, parents first.
    var all: [Node] { [self] + children.flatMap(\.all) }
  }

  /// A composite program that has begun.
  final class Part {
    enum Kind {
      case sequence([Plan])
      case merge(left: Int)
      case caught(Plan, left: Int)
      case answer
      /// A program that waits until the operation before it has finished.
      case gate(Plan)
      case group(String)
    }

    var kind: Kind
    let parent: Part?
    /// For a group: its action, whether it is not cancelled, and whether it counts among those of its name.
    var node: Node?
    var isCurrent = true
    var hasPlace = false
    /// Whether it is no more than a further name of one operation.
    var isCommon = false

    init(_ kind: Kind, in parent: Part?) { (self.kind, self.parent) = (kind, parent) }

    /// The part itself if it is a group, or the innermost group around it.
    var group: Part? { if case .group = kind { self } else { parent?.group } }
    var mayStart: Bool { isCurrent && parent?.mayStart != false }
    func isInside(_ part: Part) -> Bool { self === part || parent?.isInside(part) == true }
  }

  /// A launched operation.
  final class Run {
    enum State { case held, queued, running, ended }
    enum End { case finished, failed }

    let operation: Operation
    let node: Node
    let part: Part?
    let cause: String
    var state = State.running
    /// Its position among those of its name.
    var rank = 0
    /// The name for which it waits, and the limit of that, if it is queued.
    var queue: String?
    var limit = 0
    /// Its position among those that wait for that name.
    var queueRank = 0
    var isRefused = false
    /// Whether its operation has begun and waits for a cue.
    var waitsForCue = false
    /// Whether it continues when it is cancelled.
    var isStubborn = false
    /// How the operation has ended, or `nil` before.
    var end: End?
    var isCancelled = false
    var isDetached = false
    var failures = 0

    init(_ operation: Operation, _ node: Node, _ part: Part?, cause: String) {
      (self.operation, self.node, self.part, self.cause) = (operation, node, part, cause)
    }

    var isStream: Bool { operation.kind == .stream }
    /// Whether its program continues, or an answer is due, when it was cancelled.
    var continuesOnMainActor: Bool { part != nil || operation.answer != nil || operation.refusal != nil }
    /// Its further name, until it has ended.
    var common: Part? { part.flatMap { $0.isCommon ? $0 : nil } }
    /// Whether it is the empty operation before a named program that waits in a queue.
    var isTurn: Bool { operation.number < 0 }
    var title: String { isTurn ? operation.name ?? "" : "\(operation.number)" }
    /// Whether it has a place under its own name, and waits for one under another.
    var isBehindOtherName: Bool { state == .queued && queue != operation.name }
  }

  enum Message {
    case action(Step, Node, cause: String)
    case sent(Step, by: Run)
    case ended(Run)
    case cancelled(Run)
  }
}
