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

  // As a number: the size of a priority is not known to other modules, and an event with one inside would be passed on
  // by calls of the runtime.
  private let rawPriority: UInt8?

  init(id: EffectID?, token: CancellationToken, name: String?, priority: TaskPriority?, isStream: Bool) {
    self.id = id
    self.token = token
    self.name = name
    self.isStream = isStream
    rawPriority = priority?.rawValue
  }
}

extension EffectInfo: CustomStringConvertible {
  /// The effect's name and token, as log lines show them.
  public var description: String {
    let title = id.map(\.description) ?? name ?? "effect"
    return "\(title)#\(token.rawValue)"
  }
}
