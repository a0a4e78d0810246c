/// The changing facts of one effect: its task, its place in the registry, and whether it was cancelled.
///
/// Any thread may ask and change it.
package struct EffectLife: ~Copyable, Sendable {
  /// The stage of an effect between its task and the main actor.
  private enum Phase {
    /// Its task has not ended.
    case running
    /// The task has ended, and its message is on its way to the main actor.
    case completed
    /// It was cancelled first. What it still sends is dropped.
    case cancelled
    /// It was cancelled after it had ended, before its message was handled, which carries nothing any more.
    case completedThenCancelled
  }

  private struct State {
    var phase = Phase.running
    var task: Task<Void, Never>?
    var node: SlotKey
    var key = SlotKey.none
    var isDetached = false
    var hasSuspended = false
    /// The thread on which an examined operation has begun.
    var thread: UInt = 0
    var settlingCount = 0
    var vainWaitCount = 0
    var launchTime: ContinuousClock.Instant?
  }

  private let state: Locked<State>
  /// Whether it is noted if the operation suspends.
  let isExamined: Bool

  init(node: SlotKey, isExamined: Bool) {
    state = Locked(State(node: node))
    self.isExamined = isExamined
  }

  // MARK: Place

  /// The places of the effect in the registry, and of its action in the causal tree.
  var position: (key: SlotKey, node: SlotKey) { state.withLock { ($0.key, $0.node) } }

  /// Notes where the effect is registered, under the lock of the registry.
  func register(key: SlotKey, node: SlotKey) {
    state.withLock {
      $0.key = key
      $0.node = node
    }
  }

  /// When it was launched, where the store's executor can be asked for all it runs.
  var launchTime: ContinuousClock.Instant? { state.withLock { $0.launchTime } }

  func noteLaunch() {
    state.withLock { $0.launchTime = .now }
  }

  // MARK: Task

  /// Notes the task, and cancels it if the effect was cancelled meanwhile.
  func start(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      if state.phase == .running { state.task = task }
      return state.phase == .cancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Notes that the task has ended; `false` where the effect was cancelled before.
  func complete() -> Bool {
    state.withLock { state in
      guard state.phase == .running else { return false }
      state.phase = .completed
      state.task = nil
      return true
    }
  }

  // MARK: Cancelling

  /// Whether it was cancelled or replaced.
  var isCancelled: Bool {
    state.withLock { $0.phase == .cancelled || $0.phase == .completedThenCancelled }
  }

  /// Whether its task has not ended and it was not cancelled.
  var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// Whether it was cancelled, and its task had not ended before.
  var isDraining: Bool { state.withLock { $0.phase == .cancelled } }

  /// Whether it was cancelled after its task had ended.
  var hasEndedBeforeCancel: Bool { state.withLock { $0.phase == .completedThenCancelled } }

  /// Notes the cancel: from now on nothing that it sends is handled, and it ends without a result.
  ///
  /// To be called under the lock of the registry, with which the effect is taken out: whoever finds it gone finds it
  /// cancelled. ``EffectRun/cancel()`` has to follow.
  func noteCancel() {
    state.withLock { $0.phase = $0.phase == .completed ? .completedThenCancelled : .cancelled }
  }

  /// Takes the task to be cancelled, once, and tells whether it has ended before.
  func takeForCancel() -> (task: Task<Void, Never>?, hasCompleted: Bool) {
    state.withLock { ($0.task.take(), $0.phase == .completedThenCancelled) }
  }

  /// Whether the child feature that it belonged to has left the state: its answer to the cancel is dropped.
  var isDetached: Bool { state.withLock { $0.isDetached } }

  /// Notes that the child feature has left the state, before the cancel.
  func detach() {
    state.withLock { $0.isDetached = true }
  }

  // MARK: Waits

  /// Whether the operation is known to have suspended; only that of an examined effect is.
  var hasSuspended: Bool { state.withLock { $0.hasSuspended } }

  func noteSuspension() {
    state.withLock { $0.hasSuspended = true }
  }

  /// Notes the thread on which the operation begins.
  func noteBegin() {
    state.withLock { $0.thread = CurrentThread.number }
  }

  /// Notes that the operation has ended: it has suspended if that is on another thread.
  func noteEnd() {
    state.withLock { state in
      // One that was cancelled before its task was made has not begun.
      if state.thread != 0, state.thread != CurrentThread.number { state.hasSuspended = true }
    }
  }

  /// Whether tasks of the effect wait until its store is quiet.
  var isSettling: Bool { state.withLock { $0.settlingCount > 0 } }

  /// Notes that a task of the effect begins to wait until its store is quiet; `true` for the first one.
  func beginSettling() -> Bool {
    state.withLock { state in
      state.settlingCount += 1
      return state.settlingCount == 1
    }
  }

  /// Notes that such a wait is over; `true` for the last one.
  func endSettling() -> Bool {
    state.withLock { state in
      state.settlingCount -= 1
      return state.settlingCount == 0
    }
  }

  /// Counts a wait for something that was over already; `true` each 64th time.
  func countsVainWait() -> Bool {
    state.withLock { state in
      state.vainWaitCount = (state.vainWaitCount + 1) % 64
      return state.vainWaitCount == 0
    }
  }
}
