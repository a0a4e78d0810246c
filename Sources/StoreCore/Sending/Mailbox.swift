import Synchronization

/// The way into a store from any thread: many senders, one reader on the main actor.
///
/// A lock around a queue. The messages of one sender stay in order, and a burst costs one hop to the main actor per
/// turn. It holds its store weakly; messages to a deallocated store are dropped.
package final class Mailbox: Sendable {
  struct State: Sendable {
    var messages = Queue<Message>()
    /// Whether the store will check the mailbox by itself: a drain is scheduled or in progress.
    var isDrainDue = false
    /// Whether the store was woken while a drain was due.
    var isWoken = false
  }

  package let table: EffectTable
  let state = Locked(State())
  /// Whether there are messages, here or left from those that were taken: a send checks this first, without the lock.
  private let filled = Atomic<Bool>(false)
  private let locating = Atomic<Bool>(false)
  /// The store, if it has not been deallocated.
  @MainActor weak var runtime: RuntimeCore?

  package init(table: EffectTable) {
    self.table = table
  }

  /// Whether messages have to carry the place where they were sent.
  var notesLocations: Bool {
    get { locating.load(ordering: .relaxed) }
    set { locating.store(newValue, ordering: .relaxed) }
  }

  package var isEmpty: Bool { !filled.load(ordering: .acquiring) }

  /// Adds a message, and schedules a drain of the mailbox unless one is due already.
  package func push(_ message: Message) {
    tell { state in
      state.messages.append(message)
      filled.store(true, ordering: .releasing)
    }
  }

  /// Adds an action that was sent from outside.
  func push(_ action: AnyAction, at location: CallSite) {
    push(notesLocations ? .sent(Sent(action, table.originOfCall(at: location), to: table.hub)) : .action(action))
  }

  package func wake() { tell { $0.isWoken = $0.isDrainDue } }

  private func tell(_ change: (inout State) -> Void) {
    let isDrainDue = state.withLock { state in
      change(&state)
      defer { state.isDrainDue = true }
      return state.isDrainDue
    }
    if !isDrainDue { scheduleDrain() }
  }

  /// Takes all messages, the oldest first.
  package func takeAll() -> Queue<Message> {
    state.withLock { state in
      filled.store(false, ordering: .releasing)
      defer { state.messages = Queue() }
      return state.messages
    }
  }

  /// Notes that some of the messages that were taken are left to a later turn.
  func noteLeft() { filled.store(true, ordering: .releasing) }

  /// Whether it is empty, and the store checks it again only when woken.
  package var isAtRest: Bool { state.withLock { $0.messages.isEmpty && !$0.isDrainDue } }

  /// Notes that the store waits to be woken; `false` if it was woken meanwhile, and a drain has to be scheduled.
  package func rest() -> Bool {
    state.withLock { state in
      defer { state.isWoken = false }
      guard isEmpty, !state.isWoken else { return false }
      state.isDrainDue = false
      return true
    }
  }

  /// Wakes the store, if a `settle()` waits there until nothing runs.
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

  /// Reads a value from the state, if the engine shares a state of this type and the store is not stopped.
  @MainActor
  func read<Content, Value: Sendable>(
    _ value: @MainActor (Content) -> Value,
    of state: @MainActor (RuntimeCore) -> Any? = { $0.readState?() },
    at location: CallSite
  ) -> Value? {
    // Unwrapped before the cast, which would turn `nil` into an optional state.
    guard let runtime, !runtime.isStopped, let state = state(runtime) else { return nil }
    if let content = state as? Content { return value(content) }
    table.report(
      .otherState(type: "\(type(of: state))"),
      """
      Asked for a value of the state '\(String(reflecting: Content.self))', but the state is \
      '\(String(reflecting: type(of: state)))'.

      There is none: the compiler cannot compare the requested type with that of the store.

      Name the type of the state of the store, or in a child of the child's.
      """,
      at: location
    )
    return nil
  }
}
