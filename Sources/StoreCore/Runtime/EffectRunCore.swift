import Synchronization

/// One launched effect, as the registry knows it: everything but the type of its actions.
@usableFromInline
package class EffectRunCore: Letter, @unchecked Sendable {
  // Sendable: constants, an atomic, and three variables whose writes are ordered as said beside them.

  /// Where a run stands between its task and the main actor.
  package enum Phase: UInt8, AtomicRepresentable {
    /// The task has not ended.
    case running
    /// The task has ended, and its letter is on its way to the main actor.
    case completed
    /// It was cancelled first. What it still sends is dropped.
    case cancelled
    /// It was cancelled after it had ended, before its letter was handled. The letter carries nothing any more.
    case completedThenCancelled
  }

  package let info: EffectInfo
  package let node: SlotKey
  package let traits: RunTraits
  package let table: EffectTable
  let phase = Atomic<Phase>(.running)

  // Written on the main actor before the task is made, and not again.
  package var key = SlotKey.none
  // Written before `attach` locks the table, and read by who found the run attached under the same lock.
  package var task: Task<Void, Never>?

  init(info: EffectInfo, node: SlotKey, traits: RunTraits, table: EffectTable) {
    self.info = info
    self.node = node
    self.traits = traits
    self.table = table
    super.init(.run)
  }

  /// The effect that the current task, or a task above it, is the task of.
  ///
  /// Only waiting looks at it, so that an effect that waits for itself goes on instead.
  @TaskLocal static var current: EffectRunCore?

  @usableFromInline package var isCancelled: Bool {
    switch phase.load(ordering: .acquiring) {
    case .running, .completed: false
    case .cancelled, .completedThenCancelled: true
    }
  }

  /// Notes the cancel and cancels the task. To be called by the one who took the run out of the registry.
  package func cancel(isAttached: Bool) {
    let (isExchanged, original) = phase.compareExchange(
      expected: .running,
      desired: .cancelled,
      ordering: .acquiringAndReleasing
    )
    if !isExchanged, original == .completed {
      phase.store(.completedThenCancelled, ordering: .releasing)
    }
    if isAttached {
      task?.cancel()
    }
    // A run that had ended has its letter on the way already.
    if isExchanged, traits.landsLate {
      post()
    }
  }

  /// Puts the run into its store's mailbox.
  func post() {}

  /// Has the store look again, if somebody waits there until nothing runs.
  final func tellWatcher() {
    if table.isWatched.load(ordering: .sequentiallyConsistent) {
      wakeStore()
    }
  }

  func wakeStore() {}

  /// Whether a stream waits for its next element, and has handed over all before.
  var isWaitingForElement: Bool { false }

  /// How many elements a stream has handed over.
  var elementCount: Int { 0 }
}
