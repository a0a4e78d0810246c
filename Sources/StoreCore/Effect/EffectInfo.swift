/// What can be known about one launched effect from outside.
public struct EffectInfo: Sendable {
  /// The effect's name, if it has one.
  public let id: EffectID?

  /// What tells this launch from all others.
  public let token: CancellationToken

  /// The task's name, as debuggers and traces show it.
  public let name: String?

  /// The priority the effect asked for; `nil` leaves it to the system.
  public let priority: TaskPriority?

  /// Whether the effect forwards a stream's elements.
  public let isStream: Bool
}

extension EffectInfo: CustomStringConvertible {
  /// The effect's name and token, as log lines show them.
  public var description: String {
    let title = id.map(\.description) ?? name ?? "effect"
    return "\(title)#\(token.rawValue)"
  }
}
