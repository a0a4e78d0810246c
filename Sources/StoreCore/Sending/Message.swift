/// Something that a store handles in its turn on the main actor.
@usableFromInline
package enum Message<Action: Sendable>: Sendable {
  /// An action from outside of which nothing else is known.
  case action(Action)
  /// An action of which more is known.
  indirect case sent(Sent<Action>)
  /// A program that no action returned.
  indirect case program(Sent<EffectProgram<Action>>)
  /// The task of an effect has ended, or the effect was cancelled and has an answer to that.
  case completed(EffectRun<Action>)
  /// The buffer of a stream has elements.
  case elements(EffectRun<Action>)
  /// The end of a store's rest.
  case start

  /// Whether an effect of the store sent it.
  @inlinable
  var isFromEffect: Bool {
    switch self {
    case .completed, .elements: true
    case .sent(let sent): sent.origin.effect != nil
    case .action, .program, .start: false
    }
  }
}

/// An action or a program on its way, and where it comes from.
@usableFromInline
package struct Sent<Content: Sendable>: Sendable {
  @usableFromInline let content: Content
  @usableFromInline let origin: Origin
  /// The node of its handle, or none.
  @usableFromInline let node: SlotKey

  @inlinable
  init(_ content: Content, _ origin: Origin, node: SlotKey = .none) {
    self.content = content
    self.origin = origin
    self.node = node
  }
}

/// The origin of an action or a program.
@usableFromInline
enum Origin: Sendable {
  /// A call of the store: what made it, the chain of actions that it continues, and its place.
  ///
  /// Without a chain it comes from outside.
  case call(cause: EventCause?, chain: ActionChain?, at: CallSite)
  /// An effect that sent, returned or forwarded it.
  case effect(any AnyEffectRun, at: CallSite)
  /// The handler of the action before, whose transition it belongs to.
  case handler

  /// A call from outside, at a place that may not be known.
  @inlinable
  static func outside(at location: CallSite = .unknown) -> Origin {
    .call(cause: nil, chain: nil, at: location)
  }

  /// The place of the send, if there was one.
  @inlinable
  var location: CallSite {
    switch self {
    case .call(_, _, let location), .effect(_, let location): location
    case .handler: .unknown
    }
  }

  /// The effect that sent it.
  @inlinable
  var effect: (any AnyEffectRun)? {
    if case .effect(let run, _) = self { run } else { nil }
  }
}
