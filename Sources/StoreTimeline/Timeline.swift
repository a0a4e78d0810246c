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

  init(actions: [ActionMark], effects: [EffectSpan] = []) {
    self.actions = actions
    self.effects = effects
  }

  /// The time of the last thing that happened; zero if nothing has.
  ///
  /// - Complexity: O(the actions and effects).
  public var end: Duration {
    (actions.map(\.lastTime) + effects.map(\.lastTime)).max() ?? .zero
  }
}

/// The origin of an action or an effect in a timeline; it is encoded as a text such as `action 3`.
public enum TimelineCause: Equatable, Sendable {
  /// The action of this number.
  case action(Int)
  /// The effect of this number.
  case effect(Int)
}

extension TimelineCause: Encodable {
  /// Encodes the kind and the number as a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .action(let number): try container.encode("action \(number)")
    case .effect(let number): try container.encode("effect \(number)")
    }
  }
}
