extension RuntimeCore {
  // MARK: The short way of a send

  /// Begins a turn with nothing in front of it and nobody to be told; `false` where an action has to go the whole way.
  @usableFromInline
  func beginDirectly() -> Bool {
    isDirect && mailbox.isEmpty && queue.begin()
  }

  /// Ends it behind a handler that returned no program; `false` where something is left to do.
  @usableFromInline
  func endDirectly() -> Bool {
    guard queue.isEmpty, pendingReports.isEmpty else { return false }
    queue.end()
    return true
  }

  // MARK: Calls

  /// Runs an effect program that no action caused: at once on an idle store, else behind what is queued.
  func launch(_ program: Program) -> SendHandle {
    guard !program.isNone else { return SendHandle() }
    takeMessages()
    // In a sequential store it is beside the actions, for whose effects it does not wait.
    guard queue.isOpen(toEffects: true), queue.begin() else {
      let node = table.open(parent: .none, isCounted: false)
      queue.append(.program(Sent(program, origin(at: .unknown), node: node)), fromEffect: true)
      handleWaiting()
      return SendHandle(table: table, node: node)
    }
    beginRoot()
    let handle = run(program, of: nil, at: .root)
    work()
    endTurn()
    return handle
  }

  /// Cancels the selected effects.
  func cancel(_ selector: EffectSelector, in scope: EffectScope? = nil) {
    // What an observer sends meanwhile waits until the cancel is done.
    performOutsideHandler { table.cancel(selector, in: scope) }
  }

  /// Calls a listener of the store, outside of any handler: what is sent meanwhile is handled after it.
  func performOutsideHandler(_ body: () -> Void) {
    guard queue.begin() else { return body() }
    // No action has caused what is launched meanwhile.
    beginRoot()
    body()
    takeMessages()
    work()
    endTurn()
  }

  /// Makes a change of the engine's state that no action caused, and tells observers of it.
  func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    if isBehindSent { takeTurn() }
    performOutsideHandler {
      change()
      stateWasWrittenExternally(at: location)
    }
  }

  // MARK: In turn

  /// Handles an action: at once on an idle store, in its turn on one that is handling another.
  func sendInTurn(_ action: AnyAction, at location: CallSite) -> SendHandle {
    takeMessages()
    guard queue.isSequential, let effect = runningEffect else {
      return send(action, from: origin(at: location), toEffects: false)
    }
    // What a task of the store's own effects sends belongs to the action that the store waits for.
    let chain = queue.state == .handling ? currentChain : nil
    return send(action, from: .call(cause: .effect(effect.token), chain: chain, at: location), toEffects: true)
  }

  /// The running effect of this store whose task calls.
  ///
  /// One that has ended or was cancelled holds the store no longer, though a task of it may go on.
  var runningEffect: EffectRun? {
    CurrentEffect.run.flatMap { $0.table === table && $0.life.isRunning ? $0 : nil }
  }

  /// Handles an action of a running effect: at once on an idle store, else behind what is queued.
  func send(_ action: AnyAction, from effect: EffectRun, at location: CallSite) -> SendHandle {
    takeMessages()
    return send(action, from: .effect(effect, at: location), toEffects: true)
  }

  func send(_ action: AnyAction, from origin: Origin, toEffects isFromEffect: Bool) -> SendHandle {
    if queue.isBlocked { releaseSettledBlockers() }
    guard queue.isOpen(toEffects: isFromEffect), queue.begin() else {
      let node = openNode(at: position(of: origin))
      table.noteQueued(node, waitsForEffects: queue.isSequential && !isFromEffect)
      queue.append(.sent(Sent(action, origin, node: node)), fromEffect: isFromEffect)
      // Not what has come meanwhile: it was sent after this.
      handleWaiting()
      return SendHandle(table: table, node: node)
    }
    beginRoot()
    let handle = handleUnlessCancelled(action, from: origin)
    work()
    endTurn()
    return handle
  }

  /// The origin of what is sent or launched now by a call of the store.
  func origin(at location: CallSite) -> Origin {
    guard queue.state == .handling else { return .outside(at: location) }
    let chain = currentChain
    chain.location = location.known ?? chain.location
    return .call(cause: handlerCause, chain: chain, at: location)
  }

  // MARK: Turns

  /// Handles what is due: called by the mailbox, never inside a handler.
  ///
  /// Messages that come meanwhile are left for the next turn of the main actor, so that a flood of actions does not
  /// keep it from other work.
  package func drainWhenDue() {
    handledCount = 0
    takeMessages()
    // A run loop inside a handler may get here: then the handler's own loop goes on with the messages.
    handleWaiting()
    if !rests() || !mailbox.rest() {
      mailbox.scheduleDrain()
    }
    tellWatchers()
  }

  /// Whether the store waits until it is told of messages; else it looks again in the next turn.
  func rests() -> Bool {
    backoff.noteTurn(handledCount: handledCount)
    guard !backoff.isOver else { return true }
    // Who waits for the store to be quiet is told when it rests.
    guard table.isWatched else { return false }
    backoff = IdleBackoff()
    return true
  }

  /// Handles all messages that are there now, on an idle store.
  func takeTurn() {
    takeMessages()
    handleWaiting()
  }

  /// Handles what waits in the queue, if nothing is being handled.
  func handleWaiting() {
    guard queue.begin() else { return }
    work()
    endTurn()
  }

  /// Takes the messages from the mailbox, behind those that wait already.
  func takeMessages() {
    guard !mailbox.isEmpty else { return }
    guard queue.isSequential else { return queue.actions.append(contentsOf: mailbox.takeAll()) }
    var messages = mailbox.takeAll()
    while let message = messages.popFirst() {
      queue.append(message, fromEffect: message.isFromEffect)
    }
  }

  /// Lets the store be idle again, unless a handler has suspended.
  func endTurn() {
    if !pendingReports.isEmpty { reportPending(at: .unknown) }
    beginRoot()
    queue.end()
    guard !nextTurn.isEmpty else { return }
    let messages = nextTurn
    nextTurn = []
    for message in messages {
      mailbox.push(message)
    }
  }
}

/// The number of turns in which a store looks for more by itself before it waits to be told.
///
/// To wake the main actor costs a sender as much as to send very often. So a store that has found messages in one turn
/// takes further turns, in vain if need be, and more of them the more it finds. After a single one it takes three: a stream
/// that wakes the store for each element would never get ahead of it.
///
/// Turns in vain take time from the very threads that send, where there are few cores: a store that finds less than two
/// messages in three turns soon gives up. The figures are measured, with a stream that is as fast as it can be and with
/// one whose producer is not: with fewer turns the first wakes its store again and again, with more the second is kept
/// from its core.
package struct IdleBackoff {
  /// Three for each turn in which nothing has to be found.
  private var left = 0

  private static let gainForEach = 2
  private static let costOfTurn = 3
  /// The least gain of the first turn in which something was found.
  private static let leastGain = 9
  private static let limit = 64

  package init() {}

  /// Whether the store waits to be told.
  package var isOver: Bool { left == 0 }

  /// Notes how much a turn has handled.
  package mutating func noteTurn(handledCount count: Int) {
    if count > 0 {
      let gain = min(count, Self.limit) * Self.gainForEach
      left = min(isOver ? max(gain, Self.leastGain) : left + gain, Self.limit)
    } else {
      left = max(left - Self.costOfTurn, 0)
    }
  }
}
