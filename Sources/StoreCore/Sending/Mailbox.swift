import Atomics

/// A mailbox for actions of any type: what an effect knows of its store without knowing that type.
@usableFromInline
package protocol AnyMailbox: AnyObject, Sendable {
  /// The effects of the store.
  var table: EffectTable { get }

  /// Has the store look for what is due, even if nothing was sent.
  func wake()
}

extension AnyMailbox {
  /// Has the store look again, if somebody waits there until nothing runs.
  package func tellWatcher() {
    if table.isWatched { wake() }
  }
}

/// The way into a store from any thread: many senders, one reader on the main actor.
///
/// A lock around a queue. The messages of one sender stay in order, and a burst costs one hop to the main actor. It
/// holds its store weakly; messages to a deallocated store are dropped.
///
/// - Complexity: O(1) to push, amortised, and to take all messages.
@usableFromInline
package final class Mailbox<Action: Sendable>: AnyMailbox {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var messages = Queue<Message<Action>>()
    /// Whether the store will look without being told: a drain is scheduled, or goes on.
    @usableFromInline var isDrainDue = false
    /// Whether the store was woken while a drain was due.
    @usableFromInline var isWoken = false
  }

  @usableFromInline package let table: EffectTable
  @usableFromInline let state = Locked(State())
  /// Whether there are messages: what a send asks first, without the lock.
  private let filled = ManagedAtomic<Bool>(false)
  private let placing = ManagedAtomic<Bool>(false)
  /// The store, if it has not been deallocated.
  @MainActor @usableFromInline package weak var runtime: Runtime<Action>?

  @inlinable
  package init(table: EffectTable) {
    self.table = table
  }

  /// Whether messages have to say where they were sent.
  @usableFromInline
  var notesLocations: Bool {
    get { placing.load(ordering: .relaxed) }
    set { placing.store(newValue, ordering: .relaxed) }
  }

  @usableFromInline var hasMessages: Bool {
    get { filled.load(ordering: .acquiring) }
    set { filled.store(newValue, ordering: .releasing) }
  }

  @inlinable package var isEmpty: Bool { !hasMessages }

  /// Adds a message, and has the store drain its mailbox soon unless that is due already.
  @inlinable
  package func push(_ message: Message<Action>) {
    let isDrainDue = state.withLock { state in
      state.messages.append(message)
      hasMessages = true
      defer { state.isDrainDue = true }
      return state.isDrainDue
    }
    if !isDrainDue { scheduleDrain() }
  }

  /// Adds an action that was sent from outside.
  @inlinable
  func push(_ action: Action, at location: CallSite) {
    push(notesLocations ? .sent(Sent(action, .outside(at: location))) : .action(action))
  }

  @usableFromInline
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

  /// Takes all messages, the oldest first.
  @inlinable
  package func takeAll() -> Queue<Message<Action>> {
    guard !isEmpty else { return Queue() }
    return state.withLock { state in
      hasMessages = false
      defer { state.messages = Queue() }
      return state.messages
    }
  }

  /// Whether it is empty, and the store looks again only when it is told.
  @inlinable
  package var isAtRest: Bool { state.withLock { $0.messages.isEmpty && !$0.isDrainDue } }

  /// Notes that the store has looked and waits to be told.
  ///
  /// - Returns: `false` where messages or a wake have come meanwhile; then a drain has to be scheduled.
  @inlinable
  package func rest() -> Bool {
    state.withLock { state in
      defer { state.isWoken = false }
      guard state.messages.isEmpty, !state.isWoken else { return false }
      state.isDrainDue = false
      return true
    }
  }

  @usableFromInline
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
  @inlinable
  func discard() {
    repeat {
      _ = takeAll()
    } while !rest()
  }
}
