/// Something that a store handles in its turn on the main actor.
package enum Message: Sendable {
  /// An action from outside of which nothing else is known.
  case action(AnyAction)
  /// An action of which more is known.
  indirect case sent(Sent<AnyAction>)
  /// A program that no action returned.
  indirect case program(Sent<Program>)
  /// The task of an effect has ended, or the effect was cancelled and has an answer to that.
  case completed(EffectRun)
  /// The buffer of a stream has elements.
  case elements(EffectRun)
  /// The end of a store's rest.
  case start

  /// Whether an effect of the store sent it.
  var isFromEffect: Bool {
    switch self {
    case .completed, .elements: true
    case .sent(let sent): sent.origin.effect != nil
    case .action, .program, .start: false
    }
  }
}

/// An action or a program on its way, and where it comes from.
package struct Sent<Content: Sendable>: Sendable {
  let content: Content
  let origin: Origin
  /// The node of its handle, or none.
  let node: SlotKey

  init(_ content: Content, _ origin: Origin, node: SlotKey = .none) {
    self.content = content
    self.origin = origin
    self.node = node
  }
}

/// The origin of an action or a program.
enum Origin: Sendable {
  /// A call of the store: what made it, the chain of actions that it continues, and its place.
  ///
  /// Without a chain it comes from outside.
  case call(cause: EventCause?, chain: ActionChain?, at: CallSite)
  /// An effect that sent, returned or forwarded it.
  case effect(EffectRun, at: CallSite)
  /// The handler of the action before, whose transition it belongs to.
  case handler

  /// A call from outside, at a place that may not be known.
  static func outside(at location: CallSite = .unknown) -> Origin {
    .call(cause: nil, chain: nil, at: location)
  }

  /// The place of the send, if there was one.
  var location: CallSite {
    switch self {
    case .call(_, _, let location), .effect(_, let location): location
    case .handler: .unknown
    }
  }

  /// The effect that sent it.
  var effect: EffectRun? {
    if case .effect(let run, _) = self { run } else { nil }
  }
}
