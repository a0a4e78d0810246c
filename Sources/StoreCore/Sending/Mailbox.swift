import Atomics

/// A mailbox for actions of any type: what an effect knows of its store without knowing that type.
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
  private struct State: Sendable {
    var messages = Queue<Message<Action>>()
    /// Whether the store will look without being told: a drain is scheduled, or goes on.
    var isDrainDue = false
    /// Whether the store was woken while a drain was due.
    var isWoken = false
  }

  package let table: EffectTable
  private let state = Locked(State())
  /// Whether there are messages: what a send asks first, without the lock.
  private let hasMessages = ManagedAtomic<Bool>(false)
  private let placing = ManagedAtomic<Bool>(false)
  /// The store, if it has not been deallocated.
  @MainActor @usableFromInline package weak var runtime: Runtime<Action>?

  package init(table: EffectTable) {
    self.table = table
  }

  /// Whether messages have to say where they were sent.
  var notesLocations: Bool {
    get { placing.load(ordering: .relaxed) }
    set { placing.store(newValue, ordering: .relaxed) }
  }

  @usableFromInline package var isEmpty: Bool { !hasMessages.load(ordering: .acquiring) }

  /// Adds a message, and has the store drain its mailbox soon unless that is due already.
  package func push(_ message: Message<Action>) {
    let isDrainDue = state.withLock { state in
      state.messages.append(message)
      hasMessages.store(true, ordering: .releasing)
      defer { state.isDrainDue = true }
      return state.isDrainDue
    }
    if !isDrainDue { scheduleDrain() }
  }

  /// Adds an action that was sent from outside.
  @usableFromInline
  func push(_ action: Action, at location: CallSite) {
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

  /// Takes all messages, the oldest first.
  package func takeAll() -> Queue<Message<Action>> {
    guard !isEmpty else { return Queue() }
    return state.withLock { state in
      hasMessages.store(false, ordering: .relaxed)
      defer { state.messages = Queue() }
      return state.messages
    }
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
  private func discard() {
    repeat {
      _ = takeAll()
    } while !rest()
  }
}
