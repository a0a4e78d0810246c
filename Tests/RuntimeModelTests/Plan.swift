/// An effect program as data, which the store runs and the model follows.
indirect enum Plan: Sendable {
  case nothing
  case operation(Operation)
  case emit(Step)
  case cancel(Choice)
  case sequence([Plan])
  case merge([Plan])
  /// The first error is answered with a program, and later ones with nothing: an operation is on the stage once.
  case caught(Plan, answer: Plan)
  case named(Plan, String, Policy)
}

/// An action: its number, what its handler sends, and the program that its handler returns.
struct Step: Sendable {
  let number: Int
  /// Sent or enqueued while the action is handled.
  var sends: [(step: Step, isEnqueued: Bool)] = []
  var plan = Plan.nothing
}

/// An operation that follows cues until one ends it.
struct Operation: Sendable {
  enum Kind: Sendable, CaseIterable {
    /// Returns its result.
    case task
    /// Sends the steps of its cues.
    case run
    /// The same on the main actor.
    case mainActor
    /// Yields the steps of its cues.
    case stream
  }

  /// The modifiers around the operation; times are in microseconds, no two of which are the same.
  enum Timing: Sendable {
    case delay(Int)
    case debounce(Int)
    case throttle(Int, leading: Bool, trailing: Bool)
    case timeout(Int)
    case retry(attempts: Int, Int)
  }

  let number: Int
  var kind = Kind.task
  var name: String?
  var policy = Policy.replace
  /// The action that a task returns.
  var result: Step
  /// A further name, and the policy of that.
  var common: (name: String, policy: Policy)?
  /// The action that answers its cancel.
  var answer: Step?
  /// The action that answers its refusal.
  var refusal: Step?
  var timing: Timing?
  /// Whether it ignores a cancel, and ends only by a cue.
  var ignoresCancel = false
}

/// A launch policy.
enum Policy: Sendable, Hashable {
  case replace, concurrent, keepRunning
  case queue(Int)
  case oldestFirst(Int)
  case newestWins(Int)
}

/// The selection of effects to cancel.
enum Choice: Sendable {
  case name(String)
  case names([String])
  case all
}

/// A cue for an operation.
enum Cue: Sendable {
  case finish
  case fail
  /// Sends or yields these; a task, which cannot, finishes.
  case send([Step])
}

/// An operation on the store from outside.
enum Move: Sendable {
  case send(Step)
  case enqueue(Step)
  case launch(Plan)
  /// Gives a cue to one of the operations that wait for one: the one at this place, counted cyclically.
  case cue(place: Int, Cue)
  case cancel(Choice)
  /// Cancels one of the latest handles.
  case cancelHandle(Int)
  /// Waits for a handle in a task of its own.
  case wait(Int, tree: Bool)
  /// Asks to be called at the next change of the state, and there again, so many times.
  case watch(times: Int)
  case advance(Int)
  case settle
  case stop
  case start
}
