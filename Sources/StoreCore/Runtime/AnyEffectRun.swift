/// One launched effect, as everything knows it that does not know its type of actions.
@usableFromInline
package protocol AnyEffectRun: AnyObject, Sendable {
  /// What tells this launch from all others.
  var token: CancellationToken { get }
  /// What the registry has to know of it.
  var traits: RunTraits { get }
  /// Where the effect belongs.
  ///
  /// Most belong to their store alone.
  var scope: EffectScope? { get }
  /// The effect's name as it was given, inside its scope.
  var ownID: EffectID? { get }
  /// How often effects of its name may begin.
  var throttle: Throttle? { get }
  /// What can be known of the effect from outside.
  var info: EffectInfo { get }
  /// The number of the action that launched it, or 0.
  var action: UInt64 { get }
  /// The place of the send that led to it, as far as it is known.
  var location: CallSite { get }
  /// How many effects in a row led to it, as far as none of them is known to have suspended.
  var chainLength: Int { get }
  /// The actions of these, near the limit.
  var recentActions: [any Sendable] { get }
  /// What its operation has thrown, once its task has ended.
  var error: (any Error)? { get }
  /// Its store's mailbox.
  var anyMailbox: any AnyMailbox { get }
  /// What changes in the course of its life.
  var life: EffectLife { get }
  /// Whether a stream waits for its next element, and has handed over all before.
  var isWaitingForElement: Bool { get }
  /// How many jobs of a stream's pump have come.
  var pumpJobCount: Int { get }

  /// Makes the task of a run that was admitted, on whichever thread.
  func begin()

  /// Sends the run to its store, where its end is handled.
  func sendCompletion()

  #if DEBUG
  /// Reports that it has replaced another one that was launched beside it.
  func reportIfDuplicate(of other: (any AnyEffectRun)?)
  #endif
}

extension AnyEffectRun {
  /// The effects of its store.
  @usableFromInline
  package var table: EffectTable { anyMailbox.table }

  /// The effect's name within its store.
  package var id: EffectID? {
    guard let scope else { return ownID }
    return ownID?.scoped(within: scope)
  }

  /// The effect's name as it is seen from a scope around it.
  func id(seenFrom ancestor: EffectScope) -> EffectID? {
    ownID?.scoped(within: scope, seenFrom: ancestor)
  }

  /// What launched it.
  var cause: EventCause? {
    action == 0 ? nil : .action(ActionID(rawValue: action))
  }

  /// The place of the run in the registry.
  package var key: SlotKey { life.position.key }

  /// The node of the action that it belongs to.
  @usableFromInline
  package var node: SlotKey { life.position.node }

  @usableFromInline
  package var isCancelled: Bool { life.isCancelled }

  /// Cancels the task, once the cancel was noted by ``EffectLife/noteCancel()``.
  ///
  /// To be called without a lock: cancellation handlers are users' code.
  package func cancel() {
    let (task, hasCompleted) = life.takeForCancel()
    task?.cancel()
    // The message of a run that had ended is on its way already.
    if !hasCompleted, traits.landsLate { sendCompletion() }
  }

  /// Tells observers of an action of the run that is not handled.
  @usableFromInline
  func tellDropped<Action: Sendable>(_ action: Action) {
    if table.hub.isActive {
      table.hub.tell(.actionDropped(action), cause: .effect(token))
    }
  }

  /// Whether it waits for nothing but other effects and elements of its stream.
  var isWaiting: Bool { life.isSettling || isWaitingForElement }
}

/// The effect whose task runs.
@usableFromInline
enum CurrentEffect {
  /// The effect that the current task, or a task above it, is the task of.
  ///
  /// Waits look at it, so that an effect that waits for itself goes on instead, and so do the clocks of time modifiers.
  @usableFromInline
  @TaskLocal static var run: (any AnyEffectRun)?

  @usableFromInline static var local: TaskLocal<(any AnyEffectRun)?> { $run }
}
