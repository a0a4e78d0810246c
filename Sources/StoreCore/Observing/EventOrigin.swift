/// An action or an effect of another store, from which something came.
///
/// The event of that action may come later than what came from it: its handler may not have returned.
public struct EventOrigin: Hashable, Sendable {
  /// The other store.
  public let store: StoreIdentity
  /// The action whose turn made the call, or the effect.
  public let cause: EventCause
}

// An object: the other events pay for one word.
/// What few events have.
final class EventDetails: Sendable {
  let origin: EventOrigin?
  let ender: EffectEnder?

  init(origin: EventOrigin? = nil, ender: EffectEnder? = nil) {
    self.origin = origin
    self.ender = ender
  }

  /// The origin of the one and the ender of the other.
  static func merged(_ launch: EventDetails?, _ end: EventDetails?) -> EventDetails? {
    guard let launch, let end else { return launch ?? end }
    return EventDetails(origin: launch.origin, ender: end.ender)
  }
}

extension EventOrigin {
  /// The origin as the end of a sentence.
  var words: String { "\(cause.words) of \(store.title)" }
}

extension EventCause {
  /// The cause as the end of a sentence.
  var words: String {
    switch self {
    case .action(let id): ", because of action \(id.rawValue)"
    case .effect(let token): ", because of effect #\(token.rawValue)"
    }
  }

  /// The cause, as metadata have it.
  var name: String {
    switch self {
    case .action(let id): "action \(id.rawValue)"
    case .effect(let token): "effect \(token.rawValue)"
    }
  }
}
