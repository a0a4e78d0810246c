/// The core of a ``Runtime``, for actions of any type: it handles them in order and runs the effects they cause.
///
/// It is compiled once, and not for each type of action.
@MainActor
@usableFromInline
package final class RuntimeCore {
  typealias Handler = @MainActor (RuntimeCore, AnyAction) -> Program

  let handler: Handler
  /// Whether the handler may suspend: it is called by `call(_:_:)`.
  let maySuspend: Bool
  /// Whether the child of a scope is present; if it is `nil`, all are.
  let isPresent: (@MainActor (EffectScope) -> Bool)?
  package nonisolated let mailbox: Mailbox
  nonisolated let table: EffectTable
  // Reached through the table, to which there are weak references, it would make an event a third slower.
  /// The table's hub.
  nonisolated let hub: ObserverHub

  /// The type of the actions.
  nonisolated let actionType: Any.Type
  /// The type of the store, if its engine has given it.
  nonisolated let engineType: (any StoreEngine.Type)?

  // Exclusivity: accessed on the main actor, by the queue's own functions, which call no other code.
  @exclusivity(unchecked)
  var queue: ActionQueue<Message>
  // Exclusivity: read and written by plain loads and stores.
  /// Whether a send on an idle store calls the handler itself: the store is not stopped, and no action waits for effects.
  @exclusivity(unchecked)
  var takesSends = false
  // Exclusivity: read and written by plain loads and stores.
  /// Whether a send ends early if its handler returns no program: actions have no listener, and the handler does not
  /// suspend.
  @exclusivity(unchecked)
  @usableFromInline var endsEarly = false
  // Exclusivity: appended to and taken from, by plain calls.
  /// The remaining steps of the message that is handled, the next one last.
  @exclusivity(unchecked)
  var steps: [Step] = []
  // Exclusivity: read and written by plain loads and stores. What is replaced is released after those.
  /// The origin of what the action causes that is handled now.
  @exclusivity(unchecked)
  var current = Origin()
  /// The effect whose program continues now, until the program has emitted an action.
  var followedRun: EffectRun?
  // Not in `current`, which each effect keeps.
  /// Whether what is handled has sent an action, by a call or its program.
  var hasSent = false
  /// Whether what is handled has launched a program by a call.
  var hasLaunched = false
  var life = Life.running
  /// Whether it is the child of another store, or has been one.
  var isChild = false
  nonisolated let turns = TurnsInProgress.all
  // Exclusivity: read and written by plain loads and stores.
  /// Whether a turn is in progress that is noted for calls of other stores.
  @exclusivity(unchecked)
  var isActing = false
  // Exclusivity: read and written by plain loads and stores. That store is alive until its turn ends, which is after this
  // one's.
  /// The store whose turn was in progress when this one's began, of those with observers.
  @exclusivity(unchecked)
  unowned(unsafe) var outerActing: RuntimeCore?
  lazy var lifeSubscribers = StoreSubscribers<Void>()
  /// The number of cancels when the remaining steps were last checked.
  var knownCancelCount = 0
  /// The number of actions that were handled while there was an observer.
  var actionCount: UInt64 = 0
  var actionSubscribers: StoreSubscribers<AnyAction>?
  /// The subscriptions that end once they have received the action being handled.
  var endingSubscriptions: [StoreSubscription] = []
  // Exclusivity: appended to by a plain call, and taken as a whole.
  /// The reports about the action that is handled, to be made when its handler has returned.
  @exclusivity(unchecked)
  var pendingReports: [PendingReport] = []
  // Exclusivity: written by plain stores, and taken as a whole.
  /// The reason why the action that is handled does not count as handled, if its handler has given one.
  @exclusivity(unchecked)
  var unhandled: Unhandled?
  /// The call of the handler that has just suspended, and its task.
  var suspended: (call: HandlerCall, task: Task<Void, Never>)?
  /// The time before which turns handle no messages; a call, such as a send, handles them nonetheless.
  var pauseEnd: Duration?
  /// The number of messages and elements of streams that the turn has handled.
  var handledCount = 0
  var backoff = IdleBackoff()
  /// The number of nested changes in progress that no action made.
  var changeDepth = 0
  /// The waiters for the next change, in calls of `settle()`.
  var watchers: [ObjectIdentifier: Waiter] = [:]
  /// What bindings of the state's parts have to know, kept by the module that makes them.
  package var viewNotes: AnyObject?
  /// Reads the engine's state, if the engine shares it.
  package var readState: (@MainActor () -> Any)?
  // Without a reference, which each store would pay for: `readState` keeps it.
  /// The box that keeps the state, if one does.
  unowned(unsafe) var replaceableState: (any ReplaceableState)?
  // Exclusivity: appended to by a plain call, and taken as a whole.
  /// What is called once, when the state may next have changed.
  @exclusivity(unchecked)
  var changeCalls: [@MainActor () -> Void] = []
  #if DEBUG
  /// The number of messages that were handled.
  var messageCount: UInt64 = 0
  /// The cancels that found nothing, until the turn ends.
  var unmatchedCancels: [UnmatchedCancel] = []
  /// The element of a stream that is handled, and the one around it in the handling of another store.
  var streamLink: StreamLink?
  var outerLink: StreamLink?
  var hasReportedCycle = false
  #endif

  /// A report for when the handler has returned.
  struct PendingReport: Sendable {
    /// Makes the report, given the place of the send.
    let make: @Sendable (EffectTable, EventCause?, CallSite?) -> Void
    /// What is known now, in case the store is deallocated before the handler has returned.
    var cause: EventCause?
    var place: CallSite?
  }

  init(
    table: EffectTable,
    actionType: Any.Type,
    engineType: (any StoreEngine.Type)? = nil,
    ordering: ActionOrdering = .concurrent,
    isPresent: (@MainActor (EffectScope) -> Bool)? = nil,
    maySuspend: Bool = false,
    handler: @escaping Handler
  ) {
    self.table = table
    self.actionType = actionType
    self.engineType = engineType
    hub = table.hub
    self.isPresent = isPresent
    self.handler = handler
    self.maySuspend = maySuspend
    if maySuspend { turns.mayBeSuspended = true }
    queue = ActionQueue(isSequential: ordering.isSequential)
    mailbox = Mailbox(table: table)
    if ordering.isSequential || maySuspend {
      table.guardWaits(warnAfter: ordering.warnAfter)
    }
    mailbox.runtime = self
    noteListeners()
    table.effectExecutor?.activity.add(table)
    if hub.isActive { beginObservers() }
  }

  deinit {
    let hasEnded = life == .over
    // Those of a handler that has suspended: it does not return to this store any more.
    for report in pendingReports { report.make(table, report.cause, report.place) }
    #if DEBUG
    reportRelease()
    #endif
    if !hasEnded { hub.leave(.storeEnded, cause: nil) }
    table.close()
  }

  /// Notes which part of the way of a send is needed.
  func noteListeners() {
    takesSends = !isStopped && !queue.isSequential
    endsEarly = !hub.isActive && !isActing && actionSubscribers == nil && changeCalls.isEmpty && !maySuspend
    #if DEBUG
    // For the places in errors and issues.
    mailbox.notesLocations = true
    #else
    mailbox.notesLocations = hub.isActive
    #endif
  }
}
