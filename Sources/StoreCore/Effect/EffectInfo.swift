/// What can be known about one launched effect from outside.
public struct EffectInfo: Sendable {
  /// The effect's name, if it has one.
  public let id: EffectID?

  /// What tells this launch from all others.
  public let token: CancellationToken

  /// The task's name, as debuggers and traces show it.
  public let name: String?

  /// The priority the effect asked for; `nil` leaves it to the system.
  public var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }

  /// Whether the effect forwards a stream's elements.
  public let isStream: Bool

  /// The action that launched the effect; `nil` for one that was launched without an action.
  public let action: (any Sendable)?

  /// The place of the send that led to the effect, as far as it is known.
  ///
  /// It is where the action was sent. An action that another effect returned, or that a handler emitted, has no place of
  /// its own: then it is that of the send which led there. Actions that are enqueued have a place while somebody observes
  /// the store.
  public let location: CallSite?

  // As a number: the size of a priority is not known to other modules, and an event with one inside would be passed on
  // by calls of the runtime.
  private let rawPriority: UInt8?

  init(
    id: EffectID?,
    token: CancellationToken,
    name: String? = nil,
    priority: TaskPriority? = nil,
    isStream: Bool,
    action: (any Sendable)? = nil,
    location: CallSite? = nil
  ) {
    self.id = id
    self.token = token
    self.name = name
    self.isStream = isStream
    self.action = action
    self.location = location
    rawPriority = priority?.rawValue
  }
}

extension EffectInfo {
  /// The effect within a sentence: by its name, else by the action that launched it.
  package var title: String {
    if let title = id.map(\.description) ?? name { return "the effect '\(title)'" }
    return action.map { "the effect of \(RepeatedActions.words(for: $0))" } ?? "an effect without a name"
  }

  /// What launched the effect, as the end of a sentence.
  package var origin: String {
    let launcher = action.map { "by the action \(RepeatedActions.words(for: $0))" } ?? "without an action"
    return launcher + (location.map { ", from the send at \($0)" } ?? "")
  }

  /// The effect within a sentence, and its token.
  var numberedTitle: String {
    let title = id.map(\.description) ?? name
    return title.map { "the effect '\($0)' (#\(token.rawValue))" } ?? "effect #\(token.rawValue)"
  }

  /// The name and the token, for lists.
  package var label: String { "\(id.map(\.description) ?? name ?? "effect")#\(token.rawValue)" }
}

extension EffectInfo: CustomStringConvertible {
  /// The effect's name and token, and what launched it, in a sentence.
  public var description: String {
    let subject = numberedTitle
    return "\(subject.prefix(1).uppercased())\(subject.dropFirst()) was launched \(origin)."
  }
}
