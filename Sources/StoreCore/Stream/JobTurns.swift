/// The decisions of an executor that runs the jobs of one task one at a time, and has it cancelled between two of them.
package struct JobTurns<Job> {
  /// The next thing to do, by whoever asked.
  package enum Turn {
    case run(Job)
    case cancel
  }

  private var waiting = Queue<Job>()
  private var isTaken = false
  private var cancelIsDue = false

  package init() {}

  /// Whether no job runs or waits, and the task is not being cancelled.
  package var areOver: Bool { !isTaken }

  /// Adds a job; returns the turn if nobody has it.
  package mutating func add(_ job: Job) -> Turn? {
    waiting.append(job)
    return isTaken ? nil : next()
  }

  /// Demands a cancel of the task; returns the turn if nobody has it.
  package mutating func cancel() -> Turn? {
    cancelIsDue = true
    return isTaken ? nil : next()
  }

  /// Ends a turn; returns the next one, if there is something left to do.
  package mutating func next() -> Turn? {
    isTaken = cancelIsDue || !waiting.isEmpty
    guard !cancelIsDue else {
      cancelIsDue = false
      return .cancel
    }
    return waiting.popFirst().map { .run($0) }
  }
}

extension JobTurns: Sendable where Job: Sendable {}
extension JobTurns.Turn: Sendable where Job: Sendable {}
