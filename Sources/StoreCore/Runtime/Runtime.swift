/// The one runtime of all engines: it handles a store's actions in order and runs the effects they cause.
///
/// An engine owns the state; the runtime owns everything else. The engine gives it a handler, which applies an
/// action to the state and returns what to do next:
///
/// ```swift
/// let box = StateBox(0)
/// let runtime = Runtime<Int> { action in
///   box.put(box.take() + action)
///   return action < 3 ? .emit(action + 1) : .none
/// }
/// runtime.send(1)
/// ```
///
/// Handlers never overlap or nest: an action sent while another one is handled, from a handler, an observation
/// or a subscriber, queues behind it. The runtime holds its handler, and running effects hold the runtime
/// weakly, so that everything ends when the last reference to a store is dropped.
@MainActor
public final class Runtime<Action: Sendable> {
  /// Applies an action to the engine's state, and returns the effects to run.
  public typealias Handler = @MainActor (Action) -> EffectProgram<Action>

  @usableFromInline let handler: Handler
  /// What handles actions in place of the handler, and may suspend.
  @usableFromInline
  let suspendingHandler: (@MainActor (Action) async -> EffectProgram<Action>)?
  let ordering: ActionOrdering
  /// Whether the child feature of a scope is there; without one all are.
  let isPresent: (@MainActor (EffectScope) -> Bool)?
  /// ``takeTurn()``, specialised for the type of action where the runtime was made.
  @usableFromInline let takeTurnBody: @MainActor (Runtime) -> Void
  @usableFromInline nonisolated let mailbox: Mailbox<Action>
  @usableFromInline package nonisolated let table: EffectTable

  // Exclusivity: each access is a plain load or one call of the queue's, which calls nothing of ours; a send makes five.
  @exclusivity(unchecked)
  @usableFromInline var queue: ActionQueue<Message<Action>>
  // Exclusivity: read and written by plain loads and stores, by each send.
  /// Whether a send may call the handler at once: nobody is to be told of actions, the store is not stopped, and it
  /// neither waits for effects nor for its handler.
  @exclusivity(unchecked)
  @usableFromInline var isDirect: Bool
  /// What is left to do of the message that is handled, the last first.
  @usableFromInline
  var steps: [Step<Action>] = []
  /// What is handled now.
  @usableFromInline
  var current = Handling<Action>()
  /// Whether the store was stopped: actions are dropped, and no effect starts; see ``stop()``.
  public internal(set) var isStopped = false
  /// Whether it starts again behind what is handled.
  var isStarting = false
  /// The handler's call that has not returned.
  var suspension: Suspension<Action>?
  /// The actions that others wait for, because of their effects.
  var blockers: [SlotKey] = []
  /// How many actions were handled while somebody observed.
  @usableFromInline
  var actionCount: UInt64 = 0
  /// The subscribers to actions; a store without such has none.
  var actionSubscribers: StoreSubscribers<Action>?
  /// What is wrong with the action that is handled, to be told when its handler has returned.
  @usableFromInline var pendingReports: [PendingReport] = []
  /// Messages for the next turn, so that this one has an end.
  @usableFromInline
  var nextTurn: [Message<Action>] = []
  /// How many messages and elements of streams the turn has handled.
  @usableFromInline
  var handledCount = 0
  var backoff = IdleBackoff()
  var watchers: [Waiter] = []
  /// Reads the engine's state, if the engine shares it.
  var readState: (@MainActor () -> Any)?
  #if DEBUG
  /// How many messages were handled.
  @usableFromInline
  var turnCount: UInt64 = 0
  #endif

  /// A report for when the handler has returned.
  @usableFromInline
  enum PendingReport {
    case issue(RuntimeIssue.Kind, String)
    case error(any Error, Action)
  }

  /// Creates a runtime around a handler.
  @inlinable
  public convenience init(options: StoreOptions = StoreOptions(), handler: @escaping Handler) {
    // A closure made here, where the type of action is known, keeps the loop specialised for it.
    self.init(table: EffectTable(options: options), handler: handler, takeTurnBody: { $0.takeTurn() })
  }

  /// Creates a runtime around a handler, with an order of actions and effects.
  @inlinable
  public convenience init(
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering,
    handler: @escaping Handler
  ) {
    self.init(
      table: EffectTable(options: options),
      ordering: ordering,
      handler: handler,
      takeTurnBody: { $0.takeTurn() }
    )
  }

  /// Creates a runtime around a handler that may suspend.
  ///
  /// While it does, nothing else of the store is handled: later actions wait in their order, and so do the ends of
  /// effects and what they send. Cancels do not wait. Where the system's runtime starts tasks at once (macOS 26, iOS 26,
  /// Linux), a handler that does not suspend has returned when `send` returns; elsewhere `send` has accepted the action.
  ///
  /// A handler must not wait for its own store, which goes on when the handler has returned: such a wait returns at once,
  /// with an issue. A cancel of the action's handle cancels the handler's task, and nothing of its program starts.
  public convenience init(
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering = .concurrent,
    asynchronousHandler: @escaping @MainActor (Action) async -> EffectProgram<Action>
  ) {
    self.init(
      table: EffectTable(options: options),
      ordering: ordering,
      handler: { _ in .none },
      suspendingHandler: asynchronousHandler,
      takeTurnBody: { $0.takeTurn() }
    )
  }

  /// Creates a runtime whose scopes end with what they stand for: the children of a feature.
  ///
  /// A child's programs are moved into a scope by ``EffectProgram/lifted(to:_:)``. After each action, when the handler
  /// has returned, each scope with running or waiting effects is asked for. Where `isPresent` says no, the child has
  /// left the state: all its effects are cancelled before the action's own effects start, and no member of its
  /// sequences starts any more. Nothing starts in a scope that is absent. The answer that
  /// ``EffectProgram/onCancel(_:)`` gives for an effect that was cancelled so is dropped. A child that is taken out and
  /// put back by one action has not left.
  ///
  /// `isPresent` is asked for scopes of all depths, with the state after the action. It has to say `true` for a scope
  /// that it does not know.
  ///
  /// - Complexity: for each action one load while no scope has effects, else one call of `isPresent` for each scope
  ///   that has some.
  @inlinable
  public convenience init(
    options: StoreOptions = StoreOptions(),
    isPresent: @escaping @MainActor (EffectScope) -> Bool,
    handler: @escaping Handler
  ) {
    let table = EffectTable(options: options)
    self.init(
      table: table,
      isPresent: isPresent,
      handler: { action in
        let program = handler(action)
        return table.hasScopes ? Runtime.afterDepartures(program, isPresent: isPresent, table: table) : program
      },
      takeTurnBody: { $0.takeTurn() }
    )
  }

  /// Creates a runtime whose handler says itself which scopes end.
  ///
  /// It is for an engine that knows which children an action can have taken out, so that it need not ask for all of
  /// them after each action. The handler puts `.cancel(.departed(…))` in front of its program for the scopes whose
  /// children have left; ``ScopedEffects`` says which scopes have effects.
  ///
  /// Nothing starts in a scope for which `isPresent` says no. It is asked when a program in a scope begins, and has to
  /// say `true` for a scope that it does not know.
  ///
  /// - Complexity: beside the handler's own work one load for each action.
  @inlinable
  public convenience init(
    options: StoreOptions = StoreOptions(),
    isPresent: @escaping @MainActor (EffectScope) -> Bool,
    handler: @escaping @MainActor (Action, ScopedEffects) -> EffectProgram<Action>
  ) {
    let table = EffectTable(options: options)
    let effects = ScopedEffects(table)
    self.init(
      table: table,
      isPresent: isPresent,
      handler: { handler($0, effects) },
      takeTurnBody: { $0.takeTurn() }
    )
  }

  @usableFromInline
  init(
    table: EffectTable,
    ordering: ActionOrdering = .concurrent,
    isPresent: (@MainActor (EffectScope) -> Bool)? = nil,
    handler: @escaping Handler,
    suspendingHandler: (@MainActor (Action) async -> EffectProgram<Action>)? = nil,
    takeTurnBody: @escaping @MainActor (Runtime) -> Void
  ) {
    self.table = table
    self.ordering = ordering
    self.isPresent = isPresent
    self.handler = handler
    self.suspendingHandler = suspendingHandler
    self.takeTurnBody = takeTurnBody
    queue = ActionQueue(isSequential: ordering.isSequential)
    mailbox = Mailbox(table: table)
    isDirect = false
    if ordering.isSequential || suspendingHandler != nil {
      table.guardWaits(warnAfter: ordering.warnAfter)
    }
    mailbox.runtime = self
    noteListeners()
    (table.executor as? any EffectExecutor)?.activity.add(table)
  }

  deinit {
    table.close()
  }

  /// The program behind the cancels of all scopes that have left.
  @usableFromInline
  static func afterDepartures(
    _ program: EffectProgram<Action>,
    isPresent: @MainActor (EffectScope) -> Bool,
    table: EffectTable
  ) -> EffectProgram<Action> {
    let departed = table.scopes.filter { !isPresent($0) }
    return departed.isEmpty ? program : .merge([.cancel(.departed(departed)), program])
  }

  /// Notes whether a send may go the short way.
  func noteListeners() {
    let isObserved = table.hub.isActive
    isDirect =
      !isObserved && actionSubscribers == nil && !isStopped && !queue.isSequential && suspendingHandler == nil
    mailbox.notesLocations = isObserved
  }
}

/// The action that a store handles now, and what led to it.
@usableFromInline
struct Handling<Action: Sendable> {
  /// The number of the action; 0 while nobody observes.
  @usableFromInline var action: UInt64 = 0
  /// The action whose program is run; `nil` for a program that no action returned.
  @usableFromInline var launcher: Action?
  /// The place of the send whose consequences are handled, as far as it is known.
  @usableFromInline var location = CallSite.unknown
  /// How many effects in a row, none of which is known to have suspended, led to it.
  @usableFromInline var chainLength = 0
  /// What the action from outside has caused so far; `nil` while that is nothing.
  @usableFromInline var chain: ActionChain?

  @inlinable
  init(
    action: UInt64 = 0,
    launcher: Action? = nil,
    location: CallSite = .unknown,
    chainLength: Int = 0,
    chain: ActionChain? = nil
  ) {
    self.action = action
    self.launcher = launcher
    self.location = location
    self.chainLength = chainLength
    self.chain = chain
  }
}
