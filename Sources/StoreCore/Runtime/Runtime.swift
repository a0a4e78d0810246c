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

  /// What is to be told once the handler has returned.
  @usableFromInline
  enum PendingReport {
    case issue(RuntimeIssue.Kind, String)
    case error(any Error, Action)
  }

  @usableFromInline let handler: Handler
  /// Whether the child feature of a scope is there; without one all are.
  let isPresent: (@MainActor (EffectScope) -> Bool)?
  /// ``takeTurn()``, specialised for the type of action where the runtime was made.
  @usableFromInline let takeTurnBody: @MainActor (Runtime) -> Void

  // Exclusivity: read and written on the main actor by plain loads and stores; no access spans a call.
  @exclusivity(unchecked)
  @usableFromInline var isBusy = false
  // Exclusivity: as above.
  /// Whether the store was stopped: actions are dropped, and no effect starts; see ``stop()``.
  @exclusivity(unchecked)
  public internal(set) var isStopped = false
  /// Whether it starts again behind what is handled.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  var isStarting = false
  /// Whether somebody has to be told of actions: an observer, or who reads ``actions``.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var isHeard: Bool
  /// How many effects in a row, none of which is known to have suspended, led to what is handled.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var links = 0
  /// The place of the send whose consequences are handled, as far as it is known.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var rootLocation = CallSite.unknown
  /// The action whose program is run; `nil` for a program that no action returned.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var launcher: Action?
  /// What the action from outside has caused so far; `nil` while that is nothing.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var trace: Trace?
  /// The number of the action that is handled, or whose effects are launched; 0 while nobody observes.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var currentAction: UInt64 = 0
  /// How many actions were handled while somebody observed.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var actionCount: UInt64 = 0
  /// Who hears of actions; a store without such has none.
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var readers: StoreSubscribers<Action>?
  /// What is wrong with the action that is handled, to be told when its handler has returned.
  // Exclusivity: each access is one call of Array's, which calls nothing of ours.
  @exclusivity(unchecked)
  @usableFromInline var pendingReports: [PendingReport] = []
  // Exclusivity: each access is one call of the queue's, which calls nothing else of ours.
  @exclusivity(unchecked)
  @usableFromInline var queue = Queue<QueuedItem<Action>>()
  /// The letters that come before what is queued.
  // Exclusivity: each access is one call of its own, which calls nothing of ours; what is assigned over is empty.
  @exclusivity(unchecked)
  @usableFromInline var letters = Letters<Action>()
  /// Reads the engine's state, if the engine shares it.
  var readState: (@MainActor () -> Any)?
  @usableFromInline nonisolated let mailbox: Mailbox<Action>
  @usableFromInline package nonisolated let table: EffectTable

  var agenda: [AgendaStep<Action>] = []
  /// Set where the handler may suspend, or actions wait for effects; then the store is always busy, and each action
  /// goes by it.
  // Exclusivity: read and written by plain loads and stores; no access spans a call.
  @exclusivity(unchecked)
  @usableFromInline var turnstile: Turnstile<Action>?
  /// Letters that come back: they go into the mailbox when the turn is over, so that it has an end.
  // Exclusivity: as with `pendingReports`.
  @exclusivity(unchecked)
  @usableFromInline var returning: [Letter] = []
  var watchers: [Waiter] = []
  /// How many letters and elements of streams the turn has found, where two stand for more.
  // Exclusivity: read and written by plain loads and stores; no access spans a call.
  @exclusivity(unchecked)
  @usableFromInline var found = 0
  var patience = Patience()
  #if DEBUG
  /// How often a program was interpreted, or went on.
  var pass: UInt64 = 0
  #endif

  /// Creates a runtime around a handler.
  @inlinable
  public convenience init(options: StoreOptions = StoreOptions(), handler: @escaping Handler) {
    // A closure made here, where the type of action is known, keeps the loop specialised for it.
    self.init(
      table: EffectTable(options: options),
      isPresent: nil,
      handler: handler,
      takeTurnBody: { $0.takeTurn() }
    )
  }

  /// Creates a runtime that lasts until its engine's store says that it ends, by ``end()``.
  ///
  /// Other runtimes end when nobody holds them any more. Of this one ``inlet`` costs less: a send by it is about as
  /// quick as one to the store.
  @inlinable
  public convenience init(lastingUntilEndWith options: StoreOptions, handler: @escaping Handler) {
    self.init(
      table: EffectTable(options: options),
      isPresent: nil,
      endsByItself: false,
      handler: handler,
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
    isPresent: (@MainActor (EffectScope) -> Bool)?,
    endsByItself: Bool = true,
    handler: @escaping Handler,
    takeTurnBody: @escaping @MainActor (Runtime) -> Void
  ) {
    self.table = table
    self.isPresent = isPresent
    self.handler = handler
    self.takeTurnBody = takeTurnBody
    mailbox = Mailbox(table: table)
    isHeard = !table.options.observers.isEmpty
    mailbox.notesPlaces = isHeard
    if endsByItself {
      mailbox.others = self
    } else {
      mailbox.kept = self
    }
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
    guard !departed.isEmpty else { return program }
    return .merge([EffectProgram(node: .cancel(EffectSelector(kind: .departed(departed)))), program])
  }

  // MARK: Sending

  /// Handles an action: at once on an idle store, in its turn on one that is handling another.
  ///
  /// When it returns from an idle store, the actions that were sent before it, the action itself and those that
  /// handlers sent meanwhile have been handled, and their effects are registered.
  ///
  /// - Returns: a handle to wait for the action's effects and to cancel them.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    send(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action that was sent from a place that the caller knows.
  @inlinable
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    guard !isBusy, !isStopped, mailbox.isEmpty else { return sendSlowly(action, at: location) }
    isBusy = true
    if isHeard { willHandle() }
    let program = handler(action)
    if isHeard { didHandle(action, cause: nil, location: location) }
    if program.isNone, queue.isEmpty, letters.isEmpty {
      isBusy = false
      return SendHandle()
    }
    return finish(program, of: action, at: location)
  }

  /// Handles an action in its turn on the main actor; it can be called from any isolation.
  ///
  /// Actions of one sender keep their order, also with those it sends by ``send(_:fileID:filePath:line:column:)``. It
  /// never blocks.
  @inlinable
  public nonisolated func enqueue(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action in its turn that was sent from a place that the caller knows.
  @inlinable
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    mailbox.push(action, at: location)
  }

  @inlinable
  func finish(_ program: EffectProgram<Action>, of action: Action, at location: CallSite) -> SendHandle {
    rootLocation = location
    launcher = action
    let handle = program.isNone ? SendHandle() : run(program, parent: .none, isCounted: false)
    work()
    endTurn()
    return handle
  }

  @usableFromInline
  func sendSlowly(_ action: Action, at location: CallSite) -> SendHandle {
    if let turnstile { return send(action, at: location, through: turnstile) }
    takeLetters()
    if !isBusy, letters.isEmpty {
      isBusy = true
      return finish(transition(action, ActionSource(location: location)), of: action, at: location)
    }
    let node = table.open(parent: .none, isCounted: false)
    // On an idle store with letters in front it comes from outside, as they do.
    let trace = isBusy ? currentTrace : Trace(limit: table.chainLimit)
    trace.location = location
    let source = ActionSource(isCaused: isBusy, action: isBusy ? currentAction : 0, location: location)
    queue.append(.action(action, node: node, trace: trace, source: source))
    if !isBusy {
      isBusy = true
      work()
      endTurn()
    }
    return SendHandle(table: table, node: node)
  }

  // MARK: The queue

  /// Handles what is due: called by the mailbox, never inside a handler.
  ///
  /// Letters that come meanwhile are left for the next turn of the main actor, so that a flood of actions does not
  /// keep it from other work.
  package func drainWhenDue() {
    found = mailbox.countOfFirst
    takeTurnBody(self)
    if !rests() || !mailbox.rest() {
      mailbox.scheduleDrain()
    }
    takeMissedTurn()
    tellWatchers()
  }

  /// Handles the letters that are there now, on an idle store.
  func drainNow() {
    guard turnstile != nil || (!isBusy && !mailbox.isEmpty) else { return }
    takeTurnBody(self)
  }

  /// Handles all letters that are there now.
  @inlinable
  func takeTurn() {
    takeLetters()
    // A run loop inside a handler may get here: then the handler's own loop goes on with the letters.
    guard !isBusy else { return }
    isBusy = true
    work()
    endTurn()
  }

  /// Takes the letters from the mailbox, behind what waits already.
  @inlinable
  func takeLetters() {
    var taken = mailbox.takeAll()
    if letters.isEmpty, queue.isEmpty {
      // As they are linked: nothing is moved.
      letters = taken
    } else {
      while let letter = taken.popFirstLetter() {
        queue.append(.letter(letter))
      }
    }
  }

  /// Handles letters and what is queued behind them, until there is nothing.
  @inlinable
  func work() {
    repeat {
      while let delivery = letters.popFirst() {
        switch delivery {
        case .action(let action): take(action)
        case .letter(let letter): take(letter)
        }
      }
      guard let item = queue.popFirst() else { return }
      switch item {
      case .action(let action, let node, let trace, let source):
        handleQueued(action, node: node, trace, source)
      case .program(let program, let node, let trace, let source):
        runQueued(program, node: node, trace, source)
      case .letter(let letter):
        take(letter)
      case .start:
        startIfDue()
      }
    } while true
  }

  /// Handles an action from outside.
  @inlinable
  func take(_ action: Action) {
    beginRoot()
    guard !isHeard else { return handleHeard(action) }
    let program = handler(action)
    if !program.isNone {
      launcher = action
      _ = run(program, parent: .none, isCounted: false)
    }
  }

  @inlinable
  func take(_ letter: Letter) {
    if letter.kind == .action {
      // A letter of this kind is made for this mailbox's type of action and no other.
      take(unsafeDowncast(letter, to: ActionLetter<Action>.self).action)
    } else if letter.kind == .run {
      // A letter of this kind is made for this mailbox's type of action and no other.
      land(unsafeDowncast(letter, to: EffectRun<Action>.self))
    } else if letter.kind == .stream {
      beginRoot()
      // As above.
      forward(unsafeDowncast(letter, to: StreamLetter<Action>.self))
    } else {
      handle(letter)
    }
  }

  /// What comes next is caused by nothing that was handled before.
  @inlinable
  func beginRoot() {
    links = 0
    currentAction = 0
    rootLocation = .unknown
    if launcher != nil { launcher = nil }
    if trace != nil { trace = nil }
  }

  /// Lets the store be idle again, until the letters that come back are due.
  @inlinable
  func endTurn() {
    if !pendingReports.isEmpty { reportPending(at: .unknown) }
    beginRoot()
    isBusy = false
    guard !returning.isEmpty else { return }
    let letters = returning
    returning = []
    for letter in letters {
      mailbox.push(letter)
    }
  }

  /// Handles the end of an effect.
  @inlinable
  func land(_ run: EffectRun<Action>) {
    // What lands late may be here before its task has ended, and writes its action still: not to be looked at.
    guard !isHeard, !run.isExamined, !run.traits.landsLate else { return landSlowly(run) }
    let action: Action?
    switch run.outcome {
    case .action(let result): action = result
    case .nothing: action = nil
    case .error: return landSlowly(run)
    }
    // Not a stream, whose elements come first.
    guard table.landSimply(run) else { return landSlowly(run) }
    beginRoot()
    if let action {
      links = run.links &+ 1
      let program = handler(action)
      if !program.isNone {
        launcher = action
        rootLocation = run.location
        _ = self.run(program, parent: run.node, isCounted: true)
      }
    }
    table.finish(run)
  }

  /// Runs the program of an action that was handled, under a node of its own.
  @inlinable
  func run(_ program: EffectProgram<Action>, parent: SlotKey, isCounted: Bool) -> SendHandle {
    if case .launch(let launch)? = program.node {
      return startAlone(launch, parent: parent, isCounted: isCounted)
    }
    return runComposite(program, parent: parent, isCounted: isCounted)
  }
}
