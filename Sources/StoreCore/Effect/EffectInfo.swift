import Logging
import Synchronization

/// The facts about one launched effect that can be known from outside.
public struct EffectInfo: Sendable {
  /// The effect's name, if it has one.
  public private(set) var id: EffectID?

  /// The token that tells this launch from all others.
  public let token: CancellationToken

  /// The task's name, as debuggers and traces show it.
  public let name: String?

  /// The priority the effect asked for; `nil` leaves it to the system.
  public var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }

  /// Whether the effect forwards a stream's elements.
  public let isStream: Bool

  /// The action that launched the effect; `nil` for one that was launched without an action.
  public let action: (any Sendable)?

  /// The place of the send that led to the effect, if it is known.
  ///
  /// For an action that another effect returned, or that a handler emitted, it is the place of the send that led to
  /// that action. An enqueued action has a place while the store has an observer, and in debug builds.
  public let location: CallSite?

  // A number, because the size of a priority is not known to other modules: an event with one inside would be passed on
  // by calls into the Swift runtime.
  let rawPriority: UInt8?

  /// The facts with the effect's name as seen from an enclosing scope; unchanged without a scope.
  package func seen(from scope: EffectScope?) -> EffectInfo {
    guard let scope else { return self }
    var info = self
    info.id = id?.seen(from: scope)
    return info
  }

  /// The facts under another one of the effect's names, if there is one.
  func known(as other: EffectID?) -> EffectInfo {
    guard let other, !other.isOwner, other != id else { return self }
    var info = self
    info.id = other
    return info
  }

  /// The effect within a sentence: by its name, else by the action that launched it.
  package var title: String {
    if let title = id.map(\.description) ?? name { return "the effect '\(title)'" }
    return action.map { "the effect of \(RepeatedActions.words(for: $0))" } ?? "an effect without a name"
  }

  /// The launch of the effect, as the end of a sentence.
  package var origin: String {
    let place = location.map { "\($0)" }
    guard let action else { return "without an action" + (place.map { ", at \($0)" } ?? "") }
    return "by the action \(RepeatedActions.words(for: action))" + (place.map { ", from the send at \($0)" } ?? "")
  }

  /// The effect within a sentence, and its token.
  var numberedTitle: String {
    let title = id.map(\.description) ?? name
    return title.map { "the effect '\($0)' (#\(token.rawValue))" } ?? "effect #\(token.rawValue)"
  }

  /// The name and the token, for lists.
  package var label: String { "\(id.map(\.description) ?? name ?? "effect")#\(token.rawValue)" }

  var logMetadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["effect.token": "\(token.rawValue)"]
    metadata["effect.id"] = id.map { "\($0)" }
    metadata["effect.name"] = name.map { "\($0)" }
    return metadata
  }
}

extension EffectInfo: CustomStringConvertible {
  /// The effect's name and token, and what launched it, in a sentence.
  public var description: String {
    let subject = numberedTitle
    return "\(subject.prefix(1).uppercased())\(subject.dropFirst()) was launched \(origin)."
  }
}

/// A number that tells one launch of an effect from every other launch in the process.
///
/// Tokens grow: of two launches, the later one has the greater token.
public struct CancellationToken: Hashable, Comparable, Sendable {
  /// The number of the token; the first launch of the process has 1.
  public let rawValue: UInt64

  private static let launches = Atomic<UInt64>(0)

  /// The token of a launch that happens now.
  static func next() -> CancellationToken {
    CancellationToken(rawValue: launches.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Whether the launch of `lhs` was before the launch of `rhs`.
  public static func < (lhs: CancellationToken, rhs: CancellationToken) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

/// The way an effect ended.
public enum EffectOutcome: Sendable {
  /// The operation returned.
  case finished
  /// The operation threw.
  case failed(any Error)
  /// The effect was cancelled: by a name, another selector, a handle or an undo, with its scope or child, or because its
  /// store was stopped or deallocated.
  case cancelled
  /// A newer effect of the same name replaced it.
  case replaced
  /// The effect waited for the end of a throttle's interval, and its policy refused it then.
  case refused(RefusalReason)

  var isRefusal: Bool { if case .refused = self { true } else { false } }

  var logMetadata: Logger.Metadata {
    switch self {
    case .finished: ["outcome": "finished"]
    case .failed(let error): ["outcome": "failed", "error": "\(error)"]
    case .cancelled: ["outcome": "cancelled"]
    case .replaced: ["outcome": "replaced"]
    case .refused(let reason): ["outcome": "refused", "reason": "\(reason)"]
    }
  }
}
