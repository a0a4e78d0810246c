/// The actions and effects of a recording in time, with their causes; see ``init(_:of:words:)``.
///
/// Actions and effects are numbered from 1 in the order in which they were first seen, so that two plays of a scenario
/// give the same timeline; the runtime's own numbers continue from one store to the next.
struct Timeline: Equatable, Sendable {
  /// The actions that were handled, dropped or vetoed, in order.
  var actions: [ActionMark] = []

  /// The effects that were launched or refused, in the order of their launches.
  var effects: [EffectSpan] = []

  /// Creates an empty timeline.
  init() {}

  /// The time of the last event; zero if there is none.
  ///
  /// - Complexity: O(actions and effects).
  var end: Duration {
    (actions.map(\.lastTime) + effects.map(\.lastTime)).max() ?? .zero
  }
}

/// The origin of an action or an effect in a timeline; its description is a text such as `action 3`.
enum TimelineCause: Equatable, Sendable, CustomStringConvertible {
  /// The action with this number.
  case action(Int)
  /// The effect with this number.
  case effect(Int)

  /// The kind and the number.
  var description: String {
    switch self {
    case .action(let number): "action \(number)"
    case .effect(let number): "effect \(number)"
    }
  }
}

/// An action in a timeline, or several consecutive ones of the same kind.
///
/// Elements of a stream and steps of progress may come by the thousand with the same text; they share one mark.
struct ActionMark: Equatable, Sendable {
  /// The sender of an action.
  enum Source: String, CaseIterable, Sendable {
    /// The user, or any other sender outside the store.
    case user
    /// An effect.
    case effect
    /// The handler of another action.
    case emitted
  }

  /// The number, from 1, by which causes name it.
  var number: Int
  /// The time when the first one was handled, dropped or vetoed.
  var time: Duration
  /// The time when the last one was handled, dropped or vetoed.
  var lastTime: Duration
  /// The number of actions.
  var count = 1
  /// The text for the action; its own name if no text was given.
  var text: String
  /// The sender.
  var source = Source.user
  /// The cause; nil if it was sent from outside.
  var cause: TimelineCause?
  /// Whether it was dropped or vetoed rather than handled.
  var isDropped = false
  /// Whether middleware vetoed it.
  var isVetoed = false

  /// Whether the other mark is the same, apart from its time.
  func says(what other: ActionMark) -> Bool {
    text == other.text && source == other.source && cause == other.cause && isDropped == other.isDropped
      && isVetoed == other.isVetoed
  }
}

/// The life of an effect in a timeline.
struct EffectSpan: Equatable, Sendable {
  /// The end of an effect's life.
  enum Outcome: String, CaseIterable, Sendable {
    /// The effect has not ended.
    case running
    /// Its operation returned.
    case finished
    /// Its operation threw.
    case failed
    /// It was cancelled while it waited or ran.
    case cancelled
    /// A newer effect of the same name replaced it.
    case replaced
    /// It was not launched, or was refused while it waited.
    case refused
  }

  /// The number, from 1, by which causes name it.
  var number: Int
  /// The name by which it is cancelled and replaced, if it has one.
  var id: String?
  /// The name of its task, if it has one.
  var name: String?
  /// Whether it forwards a stream.
  var isStream = false
  /// The cause; nil if it came from outside.
  var cause: TimelineCause?
  /// The time when it was registered or refused.
  var launched: Duration
  /// The time when its task was created; later than the launch if it had to wait, nil if it never started.
  var started: Duration?
  /// The time when it left the registry; nil if it still runs.
  var ended: Duration?
  /// The outcome of the effect.
  var outcome = Outcome.running
  /// The error with which it failed, or the reason why it was refused.
  var detail: String?
  /// The time when the task of a cancelled effect had ended too.
  var drained: Duration?

  /// The last known time of the effect.
  var lastTime: Duration { max(drained ?? launched, ended ?? launched, started ?? launched) }
}
