import StoreTesting

/// A bug that libraries of this kind have had, and the promise that it breaks.
enum Defect: CaseIterable {
  /// A send from inside a handler is handled inside it.
  case nestsHandlers
  /// A handler works on a copy over a suspension, so that one of two concurrent changes is lost.
  case losesUpdates
  /// A send makes a task.
  case sendsByTask
  /// An effect that has ended stays in the registry.
  case keepsEndedEffects
  /// Subscribers are notified by a task.
  case tellsSubscribersLate
  /// Names are compared as text.
  case comparesNamesAsText
  /// A replaced effect removes its successor's entry when it ends.
  case erasesSuccessor
  /// An effect is started next to a running one of the same name.
  case replacesNothing
  /// An effect of the same name is cancelled only once its successor has begun.
  case replacesLate
  /// A queue starts all its effects at once.
  case queuesNothing
  /// What has to wait for room is refused.
  case refusesWhatWaits
  /// The result of a cancelled effect is applied.
  case appliesLateResults
  /// An effect is registered by its own task, too late for a cancel in the same turn.
  case registersLate
  /// A cancel finds a cancelled effect of its name, and stops there.
  case cancelsTheCancelled
  /// A cancelled effect counts as running until its operation has ended.
  case countsTheCancelled
  /// The name of a cancelled effect is not free until its operation has ended.
  case blocksNames
  /// An error handler is called for a cancel of the store's own.
  case reportsCancels
  /// The store's error hook is called for a cancel of the store's own.
  case tellsHookOfCancels
  /// The store's error hook is called for a cancel of an effect without an error handler.
  case tellsHookOfUncaughtCancels
  /// An effect keeps its store.
  case keepsStore
  /// An enqueued action gets a task of its own, and is overtaken.
  case enqueuesByTask
  /// Of many enqueued actions some are lost.
  case losesEnqueued
  /// What an effect sends is handled in the reverse order.
  case reversesSends
  /// A stream keeps only the newest elements if its store is slow.
  case dropsElements
  /// A stream is asked for one element more than may wait.
  case asksForTooMany
  /// A stream that has ended stays in the registry.
  case keepsEndedStreams
  /// A chain of actions never ends.
  case followsEndlessChains
  /// An error is dropped.
  case swallowsErrors
  /// Observers are not notified.
  case tellsNobody
  /// The place of a cancel is not passed on.
  case hidesPlaces
  /// An action is enqueued by something that is not part of the caller.
  case hidesCallers
  /// The state is not shared with the runtime.
  case hidesState
  /// A subscription continues after it was cancelled.
  case keepsSubscriptions
  /// The sequence of the actions is empty.
  case tellsNoActions
  /// A handle waits for nothing.
  case waitsForNothing
  /// An effect that performs an action waits for nothing.
  case performsWithoutWait
  /// A wait of an effect for its own replacement never ends.
  case waitsForItself
  /// The members of a sequence start together.
  case startsSequencesAtOnce
  /// A member without a name starts when the task of the one before has ended, before its action was handled.
  case startsMembersEarly
  /// The members of a merge start in the reverse order.
  case reversesMerges
  /// A sequence is one effect, in which its members have no names.
  case joinsSequences
  /// The members of a merge run one after another.
  case mergesInTurn

  /// The promise that it breaks; it may break others, too.
  var promise: ConformancePromise {
    switch self {
    case .nestsHandlers, .losesUpdates: .atomicActions
    case .sendsByTask, .keepsEndedEffects, .tellsSubscribersLate: .synchronousSend
    case .comparesNamesAsText, .erasesSuccessor: .identity
    case .replacesNothing, .replacesLate, .queuesNothing, .refusesWhatWaits: .launchPolicies
    case .appliesLateResults, .registersLate, .cancelsTheCancelled, .countsTheCancelled, .blocksNames: .finalCancel
    case .reportsCancels, .tellsHookOfCancels, .tellsHookOfUncaughtCancels: .cancellationIsNoError
    case .keepsStore: .lifetime
    case .enqueuesByTask, .losesEnqueued, .reversesSends: .orderAcrossThreads
    case .dropsElements, .asksForTooMany, .keepsEndedStreams: .streams
    case .followsEndlessChains: .runawayChains
    case .swallowsErrors: .errors
    case .tellsNobody, .hidesPlaces, .hidesCallers, .hidesState, .keepsSubscriptions, .tellsNoActions: .observation
    case .waitsForNothing, .performsWithoutWait, .waitsForItself: .waiting
    case .startsSequencesAtOnce, .startsMembersEarly, .reversesMerges, .joinsSequences, .mergesInTurn: .sequences
    }
  }
}
