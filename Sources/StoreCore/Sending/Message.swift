/// A message for a store, to be handled in its turn on the main actor.
package enum Message: Sendable {
  /// An action from outside, of which nothing else is known.
  case action(AnyAction)
  /// An action with its origin and its node.
  indirect case sent(Sent<AnyAction>)
  /// A program that was launched without an action.
  indirect case program(Sent<Program>)
  /// The task of an effect has ended, or the effect was cancelled, and has an answer to that or a program around it.
  case completed(EffectRun)
  /// The buffer of a stream has elements.
  case elements(EffectRun)
  /// A stopped store starts again.
  case start
  /// A function to call outside any handler.
  case turn(@MainActor @Sendable () -> Void)

  /// Whether an effect of the store sent it.
  var isFromEffect: Bool {
    switch self {
    // A turn does not wait for the effects of actions either.
    case .completed, .elements, .turn: true
    case .sent(let sent): sent.origin.effect != nil
    case .action, .program, .start: false
    }
  }
}

/// An action or a program on its way, and where it comes from.
package struct Sent<Content: Sendable>: Sendable {
  let content: Content
  let origin: Origin
  /// The node of its handle, if any.
  let node: NodeKey

  /// Creates a message in the sender's task, whose context it takes along if an observer of the store asks for that.
  init(_ content: Content, _ origin: Origin, node: NodeKey = .none, to hub: ObserverHub) {
    self.content = content
    self.origin = origin.inCurrentContext(of: hub)
    self.node = node
  }
}
