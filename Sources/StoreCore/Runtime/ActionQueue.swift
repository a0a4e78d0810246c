/// The messages that wait in a store, with the decision which one is handled next.
///
/// A pure machine. A sequential store has two queues: messages of effects come before actions from outside, which wait
/// until the effects of the actions before them have ended.
package struct ActionQueue<Message> {
  /// The state of the store's handling.
  package enum State: Sendable {
    /// Nothing is being handled: an action is handled at once.
    case idle
    /// A message is being handled, in a call that has not returned.
    case handling
    /// A handler has suspended and not returned.
    case suspended
  }

  package var state = State.idle
  /// Whether actions wait for the effects of the actions before them.
  package let isSequential: Bool
  /// Whether actions wait for effects now.
  package var isBlocked = false
  var actions = Queue<Message>()
  /// The messages of effects, in a sequential store.
  var effects = Queue<Message>()
  /// Messages for a later turn, so that this one ends.
  private var later: [Message] = []

  package init(isSequential: Bool = false) {
    self.isSequential = isSequential
  }

  package var isEmpty: Bool { actions.isEmpty && effects.isEmpty }

  /// Whether an action is handled at once: nothing is being handled, and nothing waits before it.
  package func isOpen(toEffects isFromEffect: Bool) -> Bool {
    guard state == .idle else { return false }
    return isSequential && isFromEffect ? effects.isEmpty : isEmpty && !isBlocked
  }

  // MARK: Turns

  /// Begins a turn; `false` if something is being handled.
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

  /// Notes that the handler has returned, and begins the turn that continues with its program.
  package mutating func resume() { state = .handling }

  // MARK: Messages

  package mutating func appendForLater(_ message: Message) { later.append(message) }

  package mutating func takeLater() -> [Message] {
    guard !later.isEmpty else { return [] }
    defer { later = [] }
    return later
  }

  package mutating func append(_ message: Message, fromEffect isFromEffect: Bool) {
    if isSequential, isFromEffect {
      effects.append(message)
    } else {
      actions.append(message)
    }
  }

  /// Whether a message can be handled next.
  package var hasNext: Bool { state == .handling && !(effects.isEmpty && (isBlocked || actions.isEmpty)) }

  /// Takes the message that is handled next; `nil` if all have to wait.
  package mutating func next() -> Message? {
    guard state == .handling else { return nil }
    return effects.popFirst() ?? (isBlocked ? nil : actions.popFirst())
  }

  /// Takes out all messages in their order: those of effects, then the actions.
  package mutating func takeAll() -> [Message] {
    defer {
      effects = Queue()
      actions = Queue()
    }
    return effects.elements + actions.elements
  }
}
