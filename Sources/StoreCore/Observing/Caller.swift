import Synchronization

/// What has made a call of a store, as far as it is known.
struct Caller: Sendable {
  /// The action or the effect of the store.
  var cause: EventCause?
  /// The action or the effect of another store.
  var origin: EventOrigin?
  /// The place of the call, or of the send that led to it.
  var location: CallSite?

  init(cause: EventCause? = nil, origin: EventOrigin? = nil, at location: CallSite? = nil) {
    self.cause = cause
    self.origin = origin
    self.location = location
  }

  /// What an event of the call has besides the cause.
  var details: EventDetails? { origin.map { EventDetails(origin: $0) } }

  /// The caller, which belongs to `table`, as the events of another store show it.
  func seen(from other: EffectTable, by table: EffectTable) -> Caller {
    guard other !== table, let cause else { return self }
    return Caller(origin: EventOrigin(store: table.hub.store, cause: cause), at: location)
  }
}

extension EffectTable {
  /// What makes a call of the store now, at a place that may not be known.
  ///
  /// It is the turn in progress on this thread, of the store that was called last, or else the effect or the suspended
  /// handler whose task is the current one. Nothing is known of the turn of a store without observers.
  func caller(at location: CallSite = .unknown) -> Caller {
    var caller = Caller()
    if let (core, emitter) = TurnsInProgress.all.here {
      caller = emitter.seen(from: self, by: core.table)
    } else if let run = CurrentEffect.run {
      caller = Caller(cause: .effect(run.token)).seen(from: self, by: run.table)
    } else if let call = EffectTable.handlerCall, call.isRunning {
      caller = Caller(cause: call.cause).seen(from: self, by: call.table)
    }
    caller.location = location.known
    return caller
  }

  /// The origin of what a call of the store sends or launches; without observers only its place is known.
  func originOfCall(at location: CallSite) -> Origin {
    guard hub.isActive else { return .outside(at: location) }
    let caller = caller()
    return Origin(cause: caller.cause, location: location, details: caller.details)
  }
}

/// The turns of stores with observers that are in progress, for the origins of calls that other stores get meanwhile.
///
/// They are nested: each begins inside a call that the one before makes. There is one list for the process.
final class TurnsInProgress: Sendable {
  static let all = TurnsInProgress()

  // Exclusivity: read and written by plain loads and stores. The store is alive until its turn ends, which takes it out.
  /// The store of the innermost turn.
  @MainActor @exclusivity(unchecked)
  fileprivate unowned(unsafe) var innermost: RuntimeCore?
  // Exclusivity: read and written by plain loads and stores.
  /// Whether there has been a store whose handler may suspend.
  @MainActor @exclusivity(unchecked)
  var mayBeSuspended = false
  /// The number of the thread of the turns, or 0.
  fileprivate let thread = Atomic<UInt>(0)

  private init() {}

  /// The store whose turn makes a call on this thread, and what it handles.
  fileprivate var here: (core: RuntimeCore, emitter: Caller)? {
    let thread = thread.load(ordering: .relaxed)
    guard thread != 0, thread == CurrentThread.number else { return nil }
    // The thread has begun a turn, and has not left it: it is on the main actor.
    return MainActor.assumeIsolated { innermost.map { ($0, $0.emitter) } }
  }
}

extension RuntimeCore {
  /// Whether an observed store is called by a turn of a store, an effect or a handler, which its events then show.
  var isCalledByStore: Bool {
    guard hub.isActive else { return false }
    return turns.innermost != nil || CurrentEffect.run != nil
      || (turns.mayBeSuspended && EffectTable.handlerCall != nil)
  }

  /// What has emitted the part of a program that is run now, or makes the calls of what is handled now.
  var emitter: Caller {
    // The action that is handled now may have details, too, which are not those of what it calls.
    let details = current.cause == nil ? current.details : nil
    return Caller(cause: current.cause, origin: details?.origin, at: currentPlace)
  }

  /// Begins a turn; `false` if one is in progress.
  func beginTurn() -> Bool {
    guard queue.begin() else { return false }
    if hub.isActive { beginActing() }
    return true
  }

  /// Notes, in an observed store, that other stores may be called by the turn that has begun.
  func beginActing() {
    guard !isActing else { return }
    isActing = true
    outerActing = turns.innermost
    if outerActing == nil { turns.thread.store(CurrentThread.number, ordering: .relaxed) }
    turns.innermost = self
  }

  /// Notes that the turn has ended.
  func endActing() {
    guard isActing else { return }
    isActing = false
    turns.innermost = outerActing
    if outerActing == nil { turns.thread.store(0, ordering: .relaxed) }
    outerActing = nil
  }
}
