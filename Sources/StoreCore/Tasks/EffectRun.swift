import Synchronization

/// A launched effect, with its origin and its outcome.
package final class EffectRun: Sendable {
  /// The stage of an effect between its task and the main actor.
  enum Phase {
    /// Its task has not ended.
    case running
    /// The task has ended, and its message is on its way to the main actor.
    case completed
    /// It was cancelled first. What it still sends is dropped.
    case cancelled
    /// It was cancelled after it had ended, before its message was handled; the message no longer carries anything.
    case completedThenCancelled
  }

  /// The result of its operation.
  enum Outcome: Sendable {
    case nothing
    case action(AnyAction)
    case error(any Error)
  }

  /// The answers to the end of an effect that is taken out.
  enum Answer {
    case toCancel
    case toRefusal
    /// It is dropped: nothing is left to receive it.
    case dropped
  }

  /// The facts that change, on any thread.
  struct State {
    fileprivate(set) var phase = Phase.running
    fileprivate var task: Task<Void, Never>?
    fileprivate var node = NodeKey.none
    fileprivate var key = RunKey.none
    /// Its key among the cancelled runs whose tasks have not ended; none if it had not begun.
    fileprivate(set) var drainingKey = DrainingKey.none
    fileprivate(set) var outcome = Outcome.nothing
    /// The answer that is due when it is taken out; noted before that.
    var answer = Answer.toCancel
    /// Whether the operation is known to have suspended, which only an examined effect finds out.
    var hasSuspended = false
  }

  let operation: EffectOperation
  let frame: Frame?
  /// The time of the launch, for the report of a store that is never quiet, if its executor can be asked to run all.
  // Not an instant, whose size is not known to other modules. Reading the clock costs as much as a small launch.
  let launchTime: Duration?
  let buffer: StreamBuffer?
  let mailbox: Mailbox
  /// The action that launched it, and what led to that.
  let origin: Origin
  package let token = CancellationToken.next()
  let traits: RunTraits
  /// The scope that the effect belongs to; most belong to their store alone.
  let scope: EffectScope?
  /// Whether the run notes if its operation suspends.
  ///
  /// The task of such an effect does not stay on the main actor, nor does it run the operation directly.
  let isExamined: Bool
  let state = Locked(State())
  #if DEBUG
  /// The number of the message in whose handling it was launched; 0 outside a store.
  let messageNumber: UInt64
  #endif
  /// Whether it was cancelled; read without the lock, as the pump and the main actor ask for each element of a stream.
  private let cancelled = Atomic(false)

  init(
    _ operation: EffectOperation,
    origin: consuming Origin = Origin(),
    frame: Frame? = nil,
    scope: EffectScope? = nil,
    mailbox: Mailbox
  ) {
    let table = mailbox.table
    if let observer = table.hub.contextObserver {
      let effect = EffectInfo(of: operation, in: scope, frame, token, from: copy origin)
      let outer = origin.context ?? observer.currentContext
      origin.context = observer.context(of: effect, in: table.hub.store, inside: outer)
    }
    self.operation = operation
    self.frame = frame
    // The first half of the limit is for effects that do suspend, most of which are then not examined.
    isExamined = origin.effectsInRow >= max(1, table.chainLimit / 2)
    self.origin = origin
    self.scope = scope
    self.mailbox = mailbox
    #if DEBUG
    // Launched on the main actor.
    messageNumber = MainActor.assumeIsolated { mailbox.runtime?.messageCount ?? 0 }
    #endif
    launchTime = table.effectExecutor == nil ? nil : ObserverHub.now
    buffer = operation.isStream ? StreamBuffer(mailbox: mailbox) : nil
    let isStream = operation.isStream
    traits = RunTraits(
      isStream: isStream,
      // Launched on the main actor.
      hasNext: isStream && frame.map { frame in MainActor.assumeIsolated { frame.hasNext } } ?? false,
      continuesOnMainActor: frame != nil || operation.answers != nil
    )
  }

  var table: EffectTable { mailbox.table }

  // MARK: Names

  /// The effect's name within its store.
  package var id: EffectID? {
    operation.id(in: scope)
  }

  package var info: EffectInfo { EffectInfo(of: operation, in: scope, frame, token, from: origin) }

  // MARK: Registry

  /// The key of the run in the registry.
  package var key: RunKey { state.withLock { $0.key } }

  /// The node of the action that it belongs to.
  package var node: NodeKey { state.withLock { $0.node } }

  /// Keeps the keys of the effect in the registry, under the registry's lock.
  func register(key: RunKey, node: NodeKey) {
    state.withLock {
      $0.key = key
      $0.node = node
    }
  }

  // MARK: Task

  /// Keeps the task, and cancels it if the effect was cancelled meanwhile.
  func keep(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      if state.phase == .running { state.task = task }
      return state.phase == .cancelled
    }
    if isCancelled { cancel(task) }
  }

  /// Whether the current task is the effect's own, and not a child task or that of an examined operation.
  var isCurrentTask: Bool {
    guard let task = state.withLock({ $0.task }) else { return false }
    // Tasks are equal by what these are equal by.
    return withUnsafeCurrentTask { $0?.hashValue == task.hashValue }
  }

  var hasSuspended: Bool { isExamined && state.withLock { $0.hasSuspended } }

  /// The number of effects in a row that lead to what its end causes.
  var effectsInRow: Int { hasSuspended ? 0 : origin.effectsInRow &+ 1 }

  /// The result of its operation, once its task has ended.
  var outcome: Outcome { state.withLock { $0.outcome } }

  /// The error that its operation has thrown, once its task has ended.
  var error: (any Error)? {
    if case .error(let error) = outcome { error } else { nil }
  }

  @inline(never)
  func keep(_ outcome: Outcome) {
    // The former outcome is released outside the lock: the end of a user's action may call back.
    var outcome = outcome
    state.withLock { swap(&$0.outcome, &outcome) }
  }

  /// Notifies the store that the task has ended; a cancelled run only stops draining.
  @inline(never)
  func finish() {
    let hasCompleted = state.withLock { state in
      guard state.phase == .running else { return false }
      state.phase = .completed
      state.task = nil
      return true
    }
    guard !hasCompleted else { return mailbox.push(.completed(self)) }
    if case .action(let action) = outcome { tellDropped(action) }
    table.drained(self)
  }

  // MARK: Cancelling

  var phase: Phase { state.withLock { $0.phase } }

  /// Whether it was cancelled or replaced.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Notes the cancel: from now on nothing that it sends is handled, and it ends without a result.
  ///
  /// Call this under the registry's lock, while the effect is taken out: a caller that finds it gone finds it
  /// cancelled. ``cancel()`` has to follow.
  func noteCancel(draining key: DrainingKey) {
    state.withLock {
      $0.phase = $0.phase == .completed ? .completedThenCancelled : .cancelled
      $0.drainingKey = key
    }
    cancelled.store(true, ordering: .releasing)
  }

  /// Cancels the task, once the cancel was noted.
  ///
  /// Call this without a lock: cancellation handlers are user code.
  func cancel() {
    let (task, hasCompleted) = state.withLock { ($0.task.take(), $0.phase == .completedThenCancelled) }
    if let task { cancel(task) }
    // The message of a run that had ended is on its way already.
    if !hasCompleted, traits.continuesOnMainActor { mailbox.push(.completed(self)) }
  }

  private func cancel(_ task: Task<Void, Never>) {
    // By a job of its own, the task is cancelled at once.
    guard let pump, CurrentEffect.run !== self else { return task.cancel() }
    pump.cancel(task)
  }
}

extension EffectOperation {
  /// The name within the store.
  fileprivate func id(in scope: EffectScope?) -> EffectID? {
    guard let scope else { return id }
    return id?.scoped(within: scope)
  }
}

extension EffectInfo {
  fileprivate init(
    of operation: EffectOperation,
    in scope: EffectScope?,
    _ frame: Frame?,
    _ token: CancellationToken,
    from origin: Origin
  ) {
    let shown = operation.id(in: scope) ?? (operation.options.name == nil ? frame?.name : nil)
    self.init(
      id: shown?.isOwner == true ? nil : shown,
      token: token,
      name: operation.options.name,
      isStream: operation.isStream,
      action: origin.launcher,
      location: origin.location.known,
      rawPriority: operation.options.rawPriority
    )
  }
}
