/// The events of a store in time: its actions and effects, with their causes.
///
/// Everything is numbered from 1 in the order in which it was first seen, so that two plays of the same scenario give
/// the same timeline; the runtime's own numbers go on from one store to the next.
public struct Timeline: Equatable, Sendable {
  /// The actions that were handled or dropped, in order.
  public internal(set) var actions: [ActionMark] = []

  /// The effects that were launched or refused, in the order of their launches.
  public internal(set) var effects: [EffectSpan] = []

  /// Creates an empty timeline.
  public init() {}

  /// The time of the last thing that happened; zero if nothing has.
  ///
  /// - Complexity: O(the actions and effects).
  public var end: Duration {
    (actions.map(\.lastTime) + effects.map(\.lastTime)).max() ?? .zero
  }
}

/// The origin of an action or an effect in a timeline; its description is a text such as `action 3`.
public enum TimelineCause: Equatable, Sendable, CustomStringConvertible {
  /// The action of this number.
  case action(Int)
  /// The effect of this number.
  case effect(Int)

  /// The kind and the number.
  public var description: String {
    switch self {
    case .action(let number): "action \(number)"
    case .effect(let number): "effect \(number)"
    }
  }
}

/// An action in a timeline, or several of the same kind that follow each other.
///
/// A stream's elements and the steps of a progress come by the thousand and say the same; they share one mark.
public struct ActionMark: Equatable, Sendable {
  /// The sender of an action.
  public enum Source: String, CaseIterable, Sendable {
    /// The user, or whatever else sends from outside.
    case user
    /// An effect.
    case effect
    /// The handler of another action.
    case emitted
  }

  /// The number, from 1, by which causes name it.
  public var number: Int
  /// When the first one was handled or dropped.
  public var time: Duration
  /// When the last one was.
  public var lastTime: Duration
  /// How many there were.
  public var count = 1
  /// The words for it; the action's own name where nobody has given any.
  public var text: String
  /// The sender.
  public var source = Source.user
  /// What it came from; nil if it was sent from outside.
  public var cause: TimelineCause?
  /// Whether it was dropped rather than handled.
  public var isDropped = false

  /// Whether the other mark says the same, but for its time.
  func says(what other: ActionMark) -> Bool {
    text == other.text && source == other.source && cause == other.cause && isDropped == other.isDropped
  }
}

/// The life of an effect in a timeline.
public struct EffectSpan: Equatable, Sendable {
  /// The end of an effect's life.
  public enum Outcome: String, CaseIterable, Sendable {
    /// It has not ended.
    case running
    /// Its operation returned.
    case finished
    /// Its operation threw.
    case failed
    /// It was cancelled, while it waited or ran.
    case cancelled
    /// A newer one of the same name took its place.
    case replaced
    /// It was not launched, or gave up its place while it waited.
    case refused
  }

  /// The number, from 1, by which causes name it.
  public var number: Int
  /// The name by which it is cancelled and replaced, if it has one.
  public var id: String?
  /// The name of its task, if it has one.
  public var name: String?
  /// Whether it forwards a stream.
  public var isStream = false
  /// What it came from; nil for what came from outside.
  public var cause: TimelineCause?
  /// When it was registered or refused.
  public var launched: Duration
  /// When its task was made; later than the launch for one that had to wait, nil for one that never came to it.
  public var started: Duration?
  /// When it left the registry; nil for one that runs on.
  public var ended: Duration?
  /// How it ended.
  public var outcome = Outcome.running
  /// The error of one that failed, or why it was refused.
  public var detail: String?
  /// When the task of a cancelled one had ended too.
  public var drained: Duration?

  /// The last time that is known of it.
  public var lastTime: Duration { max(drained ?? launched, ended ?? launched, started ?? launched) }
}
