import StoreTesting

/// A bug that libraries of this kind have had, and the promise that it breaks.
enum Defect: CaseIterable {
  /// A send from inside a handler is handled inside it.
  case nestsHandlers
  /// A handler works on a copy over a suspension, so that one of two concurrent changes is lost.
  case losesUpdates
  /// A send makes a task.
  case sendsByTask
  /// Subscribers are notified by a task.
  case tellsSubscribersLate
  /// Names are compared as text.
  case comparesNamesAsText
  /// A replaced effect removes its successor's entry when it ends.
  case erasesSuccessor
  /// An effect is started next to a running one of the same name.
  case replacesNothing
  /// A queue starts all its effects at once.
  case queuesNothing
  /// The result of a cancelled effect is applied.
  case appliesLateResults
  /// An effect is registered by its own task, too late for a cancel in the same turn.
  case registersLate
  /// A cancel finds a cancelled effect of its name, and stops there.
  case cancelsTheCancelled
  /// An error handler is called for a cancel of the store's own.
  case reportsCancels
  /// An effect keeps its store.
  case keepsStore
  /// An enqueued action gets a task of its own, and is overtaken.
  case enqueuesByTask
  /// A stream keeps only the newest elements if its store is slow.
  case dropsElements
  /// A stream that has ended stays in the registry.
  case keepsEndedStreams
  /// A chain of actions never ends.
  case followsEndlessChains
  /// An error is dropped.
  case swallowsErrors
  /// Observers are not notified.
  case tellsNobody
  /// The state is not shared with the runtime.
  case hidesState
  /// A subscription continues after it was cancelled.
  case keepsSubscriptions
  /// The sequence of the actions is empty.
  case tellsNoActions
  /// A handle waits for nothing.
  case waitsForNothing
  /// A wait of an effect for its own replacement never ends.
  case waitsForItself
  /// The members of a sequence start together.
  case startsSequencesAtOnce
  /// The members of a merge start in the reverse order.
  case reversesMerges

  /// The promise that it breaks; it may break others, too.
  var promise: ConformancePromise {
    switch self {
    case .nestsHandlers, .losesUpdates: .atomicActions
    case .sendsByTask, .tellsSubscribersLate: .synchronousSend
    case .comparesNamesAsText, .erasesSuccessor: .identity
    case .replacesNothing, .queuesNothing: .launchPolicies
    case .appliesLateResults, .registersLate, .cancelsTheCancelled: .finalCancel
    case .reportsCancels: .cancellationIsNoError
    case .keepsStore: .lifetime
    case .enqueuesByTask: .orderAcrossThreads
    case .dropsElements, .keepsEndedStreams: .streams
    case .followsEndlessChains: .runawayChains
    case .swallowsErrors: .errors
    case .tellsNobody, .hidesState, .keepsSubscriptions, .tellsNoActions: .observation
    case .waitsForNothing, .waitsForItself: .waiting
    case .startsSequencesAtOnce, .reversesMerges: .sequences
    }
  }
}
