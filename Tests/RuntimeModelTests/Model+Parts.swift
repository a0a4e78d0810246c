/// The parts of a model.
extension Model {
  /// An action with what it has caused, as a handle knows it.
  final class Node {
    let parent: Node?
    var children: [Node] = []
    /// What is still to be done: the handling of its action, its effects, sequences with members left.
    var units = 0
    /// How many of these are streams.
    var streams = 0
    var wasCancelled = false
    var title = ""

    /// Whether the tree of its parent is waited for no longer than its own.
    let isCounted: Bool

    init(parent: Node? = nil, isCounted: Bool = false) {
      (self.parent, self.isCounted) = (parent, isCounted && parent?.treeIsSettled != true)
      parent?.children.append(self)
    }

    var isCancelled: Bool { wasCancelled || parent?.isCancelled == true }
    var isFinished: Bool { isCancelled || units == 0 }
    /// Whether there is nothing left to wait for by ``SendHandle/tree``, which is so for ever.
    var treeIsSettled = false
    func isSettled(tree: Bool) -> Bool { tree ? treeIsSettled : units == 0 }
    func settle() {
      guard !treeIsSettled, units == streams, children.allSatisfy({ !$0.isCounted || $0.treeIsSettled }) else { return }
      treeIsSettled = true
      parent?.settle()
    }
    /// It and all below it, parents first.
    var all: [Node] { [self] + children.flatMap(\.all) }
  }

  /// A composite program that has begun.
  final class Part {
    enum Kind {
      case sequence([Plan])
      case merge(left: Int)
      case caught(Plan, left: Int)
      case answer
      /// A program that waits until the operation in front of it has finished.
      case gate(Plan)
      case group(String)
    }

    var kind: Kind
    let parent: Part?
    /// Of a group: its action; whether it was not cancelled; and whether it takes a place among those of its name.
    var node: Node?
    var isCurrent = true
    var hasPlace = false

    init(_ kind: Kind, in parent: Part?) { (self.kind, self.parent) = (kind, parent) }

    /// The innermost group that it is in.
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
    /// Its place among those of its name.
    var rank = 0
    /// How many of its name may run when it begins, if it is queued.
    var limit = 0
    /// Whether its operation has begun and waits for a cue.
    var waitsForCue = false
    /// Whether it goes on when it is cancelled.
    var isStubborn = false
    /// Whether the operation was told to end, and how it did.
    var end: End?
    var isCancelled = false
    var isDetached = false
    var failures = 0

    init(_ operation: Operation, _ node: Node, _ part: Part?, cause: String) {
      (self.operation, self.node, self.part, self.cause) = (operation, node, part, cause)
    }

    var isStream: Bool { operation.kind == .stream }
    /// Whether its program goes on, or an answer is due, when it was cancelled.
    var continuesOnMainActor: Bool { part != nil || operation.answer != nil }
    /// Whether it is the empty operation in front of a named program that waits for its turn.
    var isTurn: Bool { operation.number < 0 }
    var title: String { isTurn ? operation.name ?? "" : "\(operation.number)" }
  }

  enum Message {
    case action(Step, Node, cause: String)
    case sent(Step, by: Run)
    case ended(Run)
    case cancelled(Run)
  }
}
