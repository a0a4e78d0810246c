/// The messages that wait in a store, and the decision which one is handled next.
///
/// A pure machine. In a sequential store two queues wait: what effects told goes before actions from outside, which wait
/// until the effects of the actions before them have ended.
package struct ActionQueue<Message> {
  /// The state of the store's handling.
  package enum State: Sendable {
    /// Nothing: an action is handled at once.
    case idle
    /// It handles a message, in a call that has not returned.
    case handling
    /// A handler has suspended, and has not returned.
    case suspended
  }

  package var state = State.idle
  /// Whether actions wait for the effects of those before.
  package let isSequential: Bool
  /// Whether they do so now.
  package var isBlocked = false
  var actions = Queue<Message>()
  /// The messages of effects, in a sequential store.
  var effects = Queue<Message>()

  package init(isSequential: Bool = false) {
    self.isSequential = isSequential
  }

  package var isEmpty: Bool { actions.isEmpty && effects.isEmpty }

  /// Whether an action is handled at once: nothing is being handled, and nothing is in front of it.
  package func isOpen(toEffects isFromEffect: Bool) -> Bool {
    guard state == .idle else { return false }
    return isSequential && isFromEffect ? effects.isEmpty : isEmpty && !isBlocked
  }

  // MARK: Turns

  /// Begins a turn; `false` where something is being handled.
  package mutating func begin() -> Bool {
    guard state == .idle else { return false }
    state = .handling
    return true
  }

  /// Ends the turn, unless a handler has suspended in it.
  package mutating func end() {
    if state == .handling { state = .idle }
  }

  package mutating func suspend() { state = .suspended }

  /// Notes that the handler has returned, and begins the turn that goes on with what it asked for.
  package mutating func resume() { state = .handling }

  // MARK: Messages

  package mutating func append(_ message: Message, fromEffect isFromEffect: Bool) {
    if isSequential, isFromEffect {
      effects.append(message)
    } else {
      actions.append(message)
    }
  }

  /// Whether a message can be handled next.
  package var hasNext: Bool { state == .handling && !(effects.isEmpty && (isBlocked || actions.isEmpty)) }

  /// Takes the message that is handled next; nothing where all have to wait.
  package mutating func next() -> Message? {
    guard state == .handling else { return nil }
    return effects.popFirst() ?? (isBlocked ? nil : actions.popFirst())
  }

  /// Takes out all messages, those of effects first, and keeps their order.
  package mutating func takeAll() -> (effects: [Message], actions: [Message]) {
    defer {
      effects = Queue()
      actions = Queue()
    }
    return (effects.elements, actions.elements)
  }

  /// Puts messages in front that were taken out.
  package mutating func prepend(effects: [Message], actions: [Message]) {
    self.effects.prepend(contentsOf: effects)
    self.actions.prepend(contentsOf: actions)
  }
}

// MARK: Sequential stores

extension RuntimeCore {
  /// Has later actions wait until all that an action caused has ended.
  func block(until node: NodeKey) {
    guard table.tell(whenSettled: node, { [mailbox] in mailbox.wake() }) else { return }
    table.noteBlocking(node)
    queue.isBlocked = true
  }

  /// Lets actions go on that waited for effects which have ended.
  func releaseSettledBlockers() { queue.isBlocked = table.releaseSettledBlockers() }
}
