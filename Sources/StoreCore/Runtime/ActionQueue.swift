/// The messages that wait in a store, and the decision which one is handled next.
///
/// A pure machine. In a sequential store two queues wait: what effects told goes before actions from outside, which wait
/// until the effects of the actions before them have ended.
@usableFromInline
package struct ActionQueue<Message> {
  /// The state of the store's handling.
  @usableFromInline
  package enum State: Sendable {
    /// Nothing: an action is handled at once.
    case idle
    /// It handles a message, in a call that has not returned.
    case handling
    /// A handler has suspended, and has not returned.
    case suspended
  }

  @usableFromInline package var state = State.idle
  /// Whether actions wait for the effects of those before.
  @usableFromInline package let isSequential: Bool
  /// How many actions the others wait for, because of their effects.
  @usableFromInline package var blockerCount = 0
  @usableFromInline var actions = Queue<Message>()
  /// What effects told, in a sequential store.
  @usableFromInline var effects = Queue<Message>()
  @usableFromInline package var count = 0

  @inlinable
  package init(isSequential: Bool = false) {
    self.isSequential = isSequential
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// Whether an action is handled at once: nothing is being handled, and nothing is in front of it.
  @inlinable
  package func isOpen(toEffects isFromEffect: Bool) -> Bool {
    guard state == .idle else { return false }
    return isSequential && isFromEffect ? effects.isEmpty : isEmpty && blockerCount == 0
  }

  /// Whether actions wait for the effects of others.
  @inlinable
  package var isBlocked: Bool { blockerCount > 0 }

  // MARK: Turns

  /// Begins a turn; `false` where something is being handled.
  @inlinable
  package mutating func begin() -> Bool {
    guard state == .idle else { return false }
    beginTurn()
    return true
  }

  @inlinable
  mutating func beginTurn() {
    state = .handling
  }

  /// Ends the turn, unless a handler has suspended in it.
  @inlinable
  package mutating func end() {
    if state == .handling { state = .idle }
  }

  /// Notes that the handler has suspended.
  @inlinable
  package mutating func suspend() {
    state = .suspended
  }

  /// Notes that the handler has returned, and begins the turn that goes on with what it asked for.
  @inlinable
  package mutating func resume() {
    state = .handling
  }

  // MARK: Messages

  /// Adds a message behind the others.
  @inlinable
  package mutating func append(_ message: Message, fromEffect isFromEffect: Bool) {
    if isSequential, isFromEffect {
      effects.append(message)
    } else {
      actions.append(message)
    }
    count += 1
  }

  /// Adds messages behind the others, none of which an effect sent or in a store that is not sequential.
  @inlinable
  package mutating func append(contentsOf messages: Queue<Message>) {
    count += messages.count
    actions.append(contentsOf: messages)
  }

  /// Takes the message that is handled next; nothing where all have to wait.
  @inlinable
  package mutating func next() -> Message? {
    guard state == .handling, count > 0 else { return nil }
    guard let message = effects.popFirst() ?? (blockerCount == 0 ? actions.popFirst() : nil) else { return nil }
    count -= 1
    return message
  }

  /// Takes out all messages, those of effects first, and keeps their order.
  @inlinable
  package mutating func takeAll() -> (effects: [Message], actions: [Message]) {
    defer {
      effects = Queue()
      actions = Queue()
      count = 0
    }
    return (effects.elements, actions.elements)
  }

  /// Puts messages in front that were taken out.
  @inlinable
  package mutating func prepend(effects: [Message], actions: [Message]) {
    self.effects.prepend(contentsOf: effects)
    self.actions.prepend(contentsOf: actions)
    count += effects.count + actions.count
  }

  // MARK: Sequential stores

  /// Has later actions wait for the effects of one.
  @inlinable
  package mutating func block() {
    blockerCount += 1
  }

  /// Notes that the effects of such an action have ended.
  @inlinable
  package mutating func unblock() {
    blockerCount -= 1
  }
}
