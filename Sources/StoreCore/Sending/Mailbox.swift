import Atomics

/// The way into a store from any thread: many senders, one reader on the main actor.
///
/// A lock around a queue. The messages of one sender stay in order, and a burst costs one hop to the main actor. It
/// holds its store weakly; messages to a deallocated store are dropped.
///
/// - Complexity: O(1) to push, amortised, and to take all messages.
package final class Mailbox: Sendable {
  struct State: Sendable {
    var messages = Queue<Message>()
    /// Whether the store will look without being told: a drain is scheduled, or goes on.
    var isDrainDue = false
    /// Whether the store was woken while a drain was due.
    var isWoken = false
  }

  package let table: EffectTable
  let state = Locked(State())
  /// Whether there are messages: what a send asks first, without the lock.
  private let filled = ManagedAtomic<Bool>(false)
  private let locating = ManagedAtomic<Bool>(false)
  /// The store, if it has not been deallocated.
  @MainActor weak var runtime: RuntimeCore?

  package init(table: EffectTable) {
    self.table = table
  }

  /// Whether messages have to say where they were sent.
  var notesLocations: Bool {
    get { locating.load(ordering: .relaxed) }
    set { locating.store(newValue, ordering: .relaxed) }
  }

  var hasMessages: Bool {
    get { filled.load(ordering: .acquiring) }
    set { filled.store(newValue, ordering: .releasing) }
  }

  package var isEmpty: Bool { !hasMessages }

  /// Adds a message, and has the store drain its mailbox soon unless that is due already.
  package func push(_ message: Message) {
    let isDrainDue = state.withLock { state in
      state.messages.append(message)
      hasMessages = true
      defer { state.isDrainDue = true }
      return state.isDrainDue
    }
    if !isDrainDue { scheduleDrain() }
  }

  /// Adds an action that was sent from outside.
  func push(_ action: AnyAction, at location: CallSite) {
    push(notesLocations ? .sent(Sent(action, .outside(at: location))) : .action(action))
  }

  package func wake() {
    let isDrainDue = state.withLock { state in
      defer {
        state.isWoken = state.isDrainDue
        state.isDrainDue = true
      }
      return state.isDrainDue
    }
    if !isDrainDue { scheduleDrain() }
  }

  /// Takes all messages, the oldest first, into an empty queue, whose room the next ones get.
  func takeAll(into empty: inout Queue<Message>) {
    guard !isEmpty else { return }
    state.withLock { state in
      hasMessages = false
      swap(&state.messages, &empty)
    }
  }

  /// Takes all messages, the oldest first.
  package func takeAll() -> Queue<Message> {
    var messages = Queue<Message>()
    takeAll(into: &messages)
    return messages
  }

  /// Whether it is empty, and the store looks again only when it is told.
  package var isAtRest: Bool { state.withLock { $0.messages.isEmpty && !$0.isDrainDue } }

  /// Notes that the store has looked and waits to be told.
  ///
  /// - Returns: `false` where messages or a wake have come meanwhile; then a drain has to be scheduled.
  package func rest() -> Bool {
    state.withLock { state in
      defer { state.isWoken = false }
      guard state.messages.isEmpty, !state.isWoken else { return false }
      state.isDrainDue = false
      return true
    }
  }

  /// Has the store look again, if somebody waits there until nothing runs.
  func tellWatcher() {
    if table.isWatched { wake() }
  }

  package func scheduleDrain() {
    // Detached, so that the sender's task-local values and priority do not leak into handlers.
    Task.detached { @MainActor [self] in
      if let runtime {
        runtime.drainWhenDue()
      } else {
        discard()
      }
    }
  }

  /// Drops the messages to a deallocated store.
  ///
  /// Kept, they would keep their senders, which keep the mailbox.
  func discard() {
    repeat {
      _ = takeAll()
    } while !rest()
  }

  /// Reads a value from the state, if the engine shares a state of this type and the store is not stopped.
  @MainActor
  func read<Content, Value: Sendable>(_ value: @MainActor @Sendable (Content) -> Value) -> Value? {
    // Before the cast, which would make an optional state of none.
    guard let state = runtime?.sharedState else { return nil }
    return (state as? Content).map(value)
  }
}
