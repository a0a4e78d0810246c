import Synchronization

/// One launched effect, as the registry knows it: everything but the type of its actions.
@usableFromInline
// Sendable: constants, an atomic, and a few variables whose writes are ordered as said beside them.
package class EffectRunCore: Letter, @unchecked Sendable {
  /// Where a run stands between its task and the main actor.
  enum Phase: UInt8, AtomicRepresentable {
    /// Its task is being made.
    case starting
    /// The task has not ended.
    case running
    /// The task has ended, and its letter is on its way to the main actor.
    case completed
    /// It was cancelled first. What it still sends is dropped.
    case cancelled
    /// It was cancelled after it had ended, before its letter was handled. The letter carries nothing any more.
    case completedThenCancelled
  }

  // The small ones side by side: there is a run for each effect, and each word of it costs.
  @usableFromInline package let traits: RunTraits
  let phase = Atomic<Phase>(.starting)
  // Written and read by the one who took it out of the registry, and by nobody else.
  private var phaseBeforeCancel = Phase.starting
  /// Whether its operation is known to have suspended; only that of an examined run is.
  private let suspended = Atomic<Bool>(false)
  // Read and written on the main actor only.
  private(set) var isOrphan = false
  // Written on the main actor before it is admitted, and not again.
  @usableFromInline private(set) var isExamined = false
  /// How often it wanted to wait for something that was over already.
  // Read and written on the main actor only.
  private var waitsInVain: UInt8 = 0
  // Written on the main actor before it is admitted, and not again.
  private var linkCount: Int32 = 0
  /// How many of its tasks wait until its store is quiet.
  private let settling = Atomic<Int32>(0)

  package let token: CancellationToken
  /// The number of the action that launched it, or 0.
  let action: UInt64
  @usableFromInline let anyMailbox: AnyMailbox
  /// Where the effect belongs.
  ///
  /// Most belong to their store alone.
  @usableFromInline package let scope: EffectScope?
  /// The place of the send that led to it, as far as it is known.
  @usableFromInline let location: CallSite
  // Written on the main actor before it is admitted, and not again.
  private(set) var trail: EffectTrail?
  /// When it was launched, where the store's executor can be asked for all it runs.
  // Written and read on the main actor.
  final var launchTime: ContinuousClock.Instant?

  // Both written under the lock of the table before the task is made, and not again.
  @usableFromInline package var node: SlotKey
  package private(set) var key = SlotKey.none
  // Exclusivity: written before the phase leaves `starting`, and taken by who saw it leave.
  @exclusivity(unchecked)
  private var task: Task<Void, any Error>?
  // The link of `EndedRuns`, not that of letters: a run with an answer to its cancel is in the mailbox meanwhile.
  // Written by who adds the run, before the exchange that publishes it, and read by who took it.
  var nextEnded: UInt = 0

  @usableFromInline
  package init(
    node: SlotKey,
    isStream: Bool,
    landsLate: Bool,
    action: UInt64,
    location: CallSite = .unknown,
    scope: EffectScope? = nil,
    mailbox: AnyMailbox
  ) {
    token = .next()
    self.action = action
    self.node = node
    traits = RunTraits(isStream: isStream, landsLate: landsLate)
    self.scope = scope
    self.location = location
    anyMailbox = mailbox
    super.init(.run)
  }

  /// Notes where the run is registered, so that others may find and begin it.
  final func note(_ admitted: EffectTable.StateMachine<EffectRunCore, Waiter>.Admitted) {
    key = admitted.key
    node = admitted.node
  }

  /// Its store's running effects.
  @inlinable package final var table: EffectTable { anyMailbox.table }

  /// What its operation has thrown, once its task has ended.
  var error: (any Error)? { nil }

  /// The effect's name as it was given, inside its scope.
  package var ownID: EffectID? { nil }

  /// The effect's name within its store.
  package final var id: EffectID? {
    guard let scope else { return ownID }
    return ownID?.scoped(within: scope)
  }

  /// The effect's name as it is seen from a scope around it.
  final func id(seenFrom ancestor: EffectScope) -> EffectID? {
    ownID?.scoped(within: scope, seenFrom: ancestor)
  }

  /// Notes that the child feature it belonged to has left the state: nobody is there to get an answer to its cancel.
  ///
  /// To be called on the main actor, before the cancel.
  final func orphan() {
    isOrphan = true
  }

  /// How often effects of its name may begin.
  var throttle: Throttle? { nil }

  #if DEBUG
  /// Which interpretation of a program launched it, without a pause; 0 where it was launched alone.
  // Written on the main actor before it is admitted, and not again.
  final var pass: UInt64 = 0

  /// Reports that it has replaced another one that was launched beside it.
  func reportIfDuplicate(of other: EffectRunCore?) {}
  #endif

  /// Makes the task of a run that was admitted, on whichever thread.
  @usableFromInline
  func begin() {}

  /// Notes how many effects in a row led to it, before it is admitted.
  final func follow(links: Int, trail: EffectTrail?) {
    // Two thousand million in a row are too many, whatever the limit says.
    linkCount = Int32(clamping: links)
    self.trail = trail
    // Half of the way is for those that will suspend: they need not be looked at.
    isExamined = links >= table.chainLimit / 2
  }

  /// How many effects in a row led to it.
  @usableFromInline final var links: Int { Int(linkCount) }

  /// Counts a wait for something that was over already; `true` each 64th time.
  ///
  /// To be called on the main actor.
  final func countsWaitInVain() -> Bool {
    waitsInVain = (waitsInVain + 1) % 64
    return waitsInVain == 0
  }

  final var hasSuspended: Bool { suspended.load(ordering: .acquiring) }

  /// Notes that the operation has suspended before its end.
  final func noteSuspension() {
    suspended.store(true, ordering: .releasing)
  }

  /// What launched it.
  final var cause: EventCause? {
    action == 0 ? nil : .action(ActionID(rawValue: action))
  }

  /// What can be known of the effect from outside.
  package var info: EffectInfo {
    EffectInfo(id: id, token: token, isStream: traits.isStream)
  }

  /// The effect that the current task, or a task above it, is the task of.
  ///
  /// Only waiting looks at it, so that an effect that waits for itself goes on instead.
  @TaskLocal static var current: EffectRunCore?

  @usableFromInline static var currentLocal: TaskLocal<EffectRunCore?> { $current }

  @usableFromInline package var isCancelled: Bool {
    switch phase.load(ordering: .acquiring) {
    case .starting, .running, .completed: false
    case .cancelled, .completedThenCancelled: true
    }
  }

  /// Whether its task has not ended and it was not cancelled.
  final var isRunning: Bool {
    switch phase.load(ordering: .acquiring) {
    case .starting, .running: true
    case .completed, .cancelled, .completedThenCancelled: false
    }
  }

  /// Whether it was cancelled after its task had ended.
  final var hasEndedBeforeCancel: Bool { phase.load(ordering: .acquiring) == .completedThenCancelled }

  /// Notes the run's task, and cancels it if the run was cancelled meanwhile.
  @usableFromInline
  final func start(_ task: Task<Void, any Error>) {
    self.task = task
    let (isExchanged, original) = phase.compareExchange(
      expected: .starting,
      desired: .running,
      ordering: .acquiringAndReleasing
    )
    if !isExchanged, original == .cancelled {
      task.cancel()
    }
  }

  /// Notes that the task has ended; `false` where the run was cancelled before.
  @usableFromInline
  final func complete() -> Bool {
    // From `starting` too: the task may be faster than the one who notes it.
    for expected in [Phase.running, .starting, .running] {
      let (isExchanged, original) = phase.compareExchange(
        expected: expected,
        desired: .completed,
        ordering: .acquiringAndReleasing
      )
      if isExchanged { return true }
      if original == .cancelled { return false }
    }
    return false
  }

  /// Notes the cancel: from now on nothing that it sends is handled, and it ends without a result.
  ///
  /// To be called under the lock of the table, with which the run is taken out of the registry: whoever finds it gone
  /// finds it cancelled. ``cancel()`` has to follow.
  final func noteCancel() {
    var original = phase.load(ordering: .acquiring)
    while true {
      let cancelled: Phase = original == .completed ? .completedThenCancelled : .cancelled
      let result = phase.compareExchange(expected: original, desired: cancelled, ordering: .acquiringAndReleasing)
      if result.exchanged { break }
      original = result.original
    }
    phaseBeforeCancel = original
  }

  /// Cancels the task.
  ///
  /// To be called once, by the one who has noted the cancel, without the lock: cancellation handlers are users' code.
  package final func cancel() {
    if phaseBeforeCancel == .running {
      // Taken: nobody needs it any more, and a reference to a running task is dear.
      task.take()?.cancel()
    }
    // A run that had ended has its letter on the way already.
    if phaseBeforeCancel != .completed, traits.landsLate {
      post()
    }
  }

  /// Tells observers of an action of the run that is not handled.
  @usableFromInline
  final func tellDropped<Action: Sendable>(_ action: Action) {
    if table.hub.isActive {
      table.hub.tell(.actionDropped(action), cause: .effect(token))
    }
  }

  /// Puts the run into its store's mailbox.
  func post() {}

  /// Whether it waits for nothing but other effects and elements of its stream.
  final var isWaiting: Bool {
    settling.load(ordering: .sequentiallyConsistent) > 0 || isWaitingForElement
  }

  /// Notes that a task of the effect begins to wait until its store is quiet.
  final func beginSettling() {
    if settling.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue == 0 {
      table.settlingCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
  }

  final func endSettling() {
    if settling.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 {
      table.settlingCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }
  }

  /// Whether a stream waits for its next element, and has handed over all before.
  var isWaitingForElement: Bool { false }

  /// How many jobs of a stream's pump have come.
  var pumpJobCount: Int { 0 }
}
