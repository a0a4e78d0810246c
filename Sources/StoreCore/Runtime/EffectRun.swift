/// One launched effect: where it comes from, and what has come of it.
package final class EffectRun: Sendable {
  /// The origin of a launch, as far as it is known.
  struct Source: Sendable {
    /// The number of the action that launched it, or 0.
    var action: UInt64 = 0
    /// The action that launched it.
    var launcher: AnyAction?
    /// The place of the send that led to it, as far as it is known.
    var location = CallSite.unknown
    /// How many effects in a row led to it, as far as none of them is known to have suspended.
    var chainLength = 0
    /// The actions of these, near the limit.
    var recentActions: [AnyAction] = []
    #if DEBUG
    /// Which message the store handled.
    var turn: UInt64 = 0
    #endif
  }

  /// The result of its operation.
  enum Outcome: Sendable {
    case nothing
    case action(AnyAction)
    case error(any Error)
  }

  let launch: EffectOperation
  let frame: Frame?
  let buffer: StreamBuffer?
  let mailbox: Mailbox
  let source: Source
  /// What tells this launch from all others.
  package let token = CancellationToken.next()
  /// What the registry has to know of it.
  let traits: RunTraits
  /// Where the effect belongs; most belong to their store alone.
  let scope: EffectScope?
  /// What changes in the course of its life.
  package let life: EffectLife
  let result = Locked(Outcome.nothing)

  init(
    _ launch: EffectOperation,
    node: SlotKey,
    frame: Frame?,
    source: Source,
    scope: EffectScope? = nil,
    mailbox: Mailbox
  ) {
    self.launch = launch
    self.frame = frame
    self.source = source
    self.scope = scope
    self.mailbox = mailbox
    buffer = launch.isStream ? StreamBuffer(mailbox: mailbox) : nil
    traits = RunTraits(isStream: launch.isStream, continuesOnMainActor: frame != nil || launch.onCancel != nil)
    // Half of the way is for those that will suspend: they need not be looked at.
    life = EffectLife(node: node, isExamined: source.chainLength >= max(1, mailbox.table.chainLimit / 2))
  }

  /// The effects of its store.
  var table: EffectTable { mailbox.table }

  // MARK: Names

  /// The effect's name within its store.
  package var id: EffectID? {
    guard let scope else { return launch.id }
    return launch.id?.scoped(within: scope)
  }

  /// The effect's name as it is seen from a scope around it.
  func id(seenFrom ancestor: EffectScope) -> EffectID? {
    launch.id?.scoped(within: scope, seenFrom: ancestor)
  }

  /// What can be known of the effect from outside.
  package var info: EffectInfo {
    EffectInfo(
      id: id ?? (launch.options.name == nil ? frame?.groupID : nil),
      token: token,
      name: launch.options.name,
      priority: launch.options.priority,
      isStream: traits.isStream,
      action: source.launcher,
      location: source.location.known
    )
  }

  /// What launched it.
  var cause: EventCause? {
    source.action == 0 ? nil : .action(ActionID(rawValue: source.action))
  }

  // MARK: Places

  /// The place of the run in the registry.
  package var key: SlotKey { life.position.key }

  /// The node of the action that it belongs to.
  package var node: SlotKey { life.position.node }

  // MARK: Results

  /// What its operation has come to, once its task has ended.
  var outcome: Outcome { result.withLock { $0 } }

  /// What its operation has thrown, once its task has ended.
  var error: (any Error)? {
    if case .error(let error) = outcome { error } else { nil }
  }

  /// Sends the run to its store, where its end is handled.
  func sendCompletion() {
    mailbox.push(.completed(self))
  }

  // MARK: Cancelling

  var isCancelled: Bool { life.isCancelled }

  /// Cancels the task, once the cancel was noted by ``EffectLife/noteCancel()``.
  ///
  /// To be called without a lock: cancellation handlers are users' code.
  func cancel() {
    let (task, hasCompleted) = life.takeForCancel()
    task?.cancel()
    // The message of a run that had ended is on its way already.
    if !hasCompleted, traits.continuesOnMainActor { sendCompletion() }
  }

  /// Tells observers of an action of the run that is not handled.
  func tellDropped(_ action: AnyAction) {
    if table.hub.isActive {
      table.hub.tell(.actionDropped(action), cause: .effect(token))
    }
  }

  // MARK: Waits

  /// Whether a stream waits for its next element, and has handed over all before.
  private var isWaitingForElement: Bool { buffer?.isWaitingForElement ?? false }

  /// How many jobs of a stream's pump have come.
  var pumpJobCount: Int { buffer?.pump.jobCount ?? 0 }

  /// Whether it waits for nothing but other effects and elements of its stream.
  var isWaiting: Bool { life.isSettling || isWaitingForElement }
}
