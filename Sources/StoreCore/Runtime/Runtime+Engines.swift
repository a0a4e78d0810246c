extension Runtime {
  // MARK: State

  /// Reports, in debug builds, where the store is released in the turn in which it launched its first effect, or got its
  /// first action by `enqueue`, without anybody having looked at it: nobody holds it, and its work is cancelled.
  ///
  /// For an engine whose state can be read by nothing but the box. Not told where somebody observes the store.
  ///
  /// - Parameter box: Keeps the state.
  public func reportRelease<State>(ofUnread box: StateBox<State>) {
    #if DEBUG
    box.onFirstLook = reportRelease()
    #endif
  }

  /// Reports the same for an engine that keeps its state in a place of its own, which nothing else can read.
  ///
  /// - Returns: what the engine calls when somebody reads the state or subscribes to it; `nil` in a release build.
  public func reportRelease() -> (() -> Void)? {
    #if DEBUG
    let watch = table.releaseWatch
    watch.begin()
    return { watch.end() }
    #else
    return nil
    #endif
  }

  /// Whether, in a debug build, nobody has looked at the state since ``reportRelease(ofUnread:)``, begun to observe the
  /// store or given it work that goes on; observers that it was made with do not count.
  ///
  /// A view may make a store each time that it is evaluated, and drop all but the first one: of these nothing was wanted.
  public nonisolated var isUntouched: Bool {
    #if DEBUG
    table.releaseWatch.isUntouched
    #else
    false
    #endif
  }

  /// Lets others read the state, which the runtime does not know.
  ///
  /// They are callers that send an action, wait for it and read a value then, see
  /// ``ActionInlet/perform(_:returning:at:isolation:)``, and each ``StateObserver``. To be called once, when the store is
  /// made.
  ///
  /// - Parameter read: Reads the state. It must not keep the store.
  public func shareState(_ read: @escaping @MainActor () -> Any) {
    core.readState = read
    core.showFirstState()
  }

  /// Lets others read a state that is kept in a box, as ``shareState(_:)`` does.
  public func shareState<State>(of box: StateBox<State>) {
    #if DEBUG
    box.currentSend = { [weak core] in core?.currentPlace }
    #endif
    shareState { box.read { copy $0 } }
  }

  /// Tells observers that the state was changed by something else than an action, for an engine whose state can be.
  ///
  /// It counts as a change by ``changeState(at:isBehindSent:_:)`` does: one that a listener has made beyond
  /// ``StoreOptions/chainLimit`` is not told, with an issue.
  public func stateWasWrittenExternally(at location: CallSite? = nil) {
    core.changeState(at: location) {}
  }

  /// Calls a listener of the store, outside of any handler: what is sent meanwhile is handled after it.
  ///
  /// Without this, an action that `body` sends on an idle store is handled before `body` has returned. With it, a chain
  /// of such actions counts as caused by each other, see ``StoreOptions/chainLimit``.
  public func performOutsideHandler(_ body: () -> Void) {
    core.performOutsideHandler(body)
  }

  /// Makes a change of the engine's state that no action caused, and tells observers of it.
  ///
  /// What is sent meanwhile, by listeners of the change, is handled after it. A change that a listener makes counts as
  /// caused by what it hears of: beyond ``StoreOptions/chainLimit``, or inside of too many others, it is not made, with an
  /// issue. It does not wait for a handler that has suspended: where that puts a copy of the state back, the change is lost.
  ///
  /// - Parameters:
  ///   - location: Where the change is made.
  ///   - isBehindSent: Whether what was enqueued before is handled first, on an idle store. Not for a state that was made
  ///     from the present one: it would take the place of what comes of that.
  ///   - change: Makes the change.
  public func changeState(at location: CallSite? = nil, isBehindSent: Bool = true, _ change: () -> Void) {
    if isBehindSent { core.drain() }
    core.changeState(at: location, change)
  }

  // MARK: Errors and issues

  /// Logs, at `error` level, that the handler of an action threw an error that nothing handles, and tells observers.
  ///
  /// For an engine whose handlers can throw; effects report their own errors. It is told once the handler has returned,
  /// with the place where the action was sent, as far as that is known.
  public func reportFailure(_ error: any Error, of action: Action) {
    let action = outer(action)
    core.reportBehindHandler { core, location in
      let error = UncaughtError(error: error, effect: nil, action: action, location: location, store: core.hub.store)
      core.report(error, cause: core.current.cause)
    }
  }

  /// Reports that something is wrong with how the store is used: to its observers, and to
  /// ``StoreOptions/onIssue`` or ``RuntimeIssueHandler``.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What happened, why, and what to do.
  ///   - location: The place in the user's code, where it is known.
  public nonisolated func report(_ kind: RuntimeIssue.Kind, _ message: String, at location: CallSite?) {
    core.table.report(kind, message, at: location)
  }

  /// Reports what a handler finds wrong with the action that it handles, once it has returned: at the place where the
  /// action was sent, as far as that is known.
  ///
  /// Where no action is handled it is reported at once, without a place.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: What happened, why, and what to do.
  public func report(_ kind: RuntimeIssue.Kind, _ message: String) {
    core.reportBehindHandler { $0.table.report(kind, message, at: $1) }
  }

  // MARK: Rest

  /// Ends all that the store does, until ``start()``.
  ///
  /// What was sent before is handled first, on an idle store. Then all effects are cancelled, and the programs that they
  /// belong to: no later member of a sequence starts, and an answer to a cancel is dropped. From then on nothing starts.
  /// Actions are dropped, and observers are told of each; those too that a handler sends while it calls this. The effects of
  /// that handler's own action do not start.
  ///
  /// For an engine whose stores rest while nobody shows them. Waiters go on, and ``settle()`` returns.
  ///
  /// - Complexity: O(effects + actions in progress).
  public func stop() {
    core.stop()
  }

  /// Handles actions and starts effects again.
  ///
  /// What was sent while the store was stopped is dropped before, and all that waits still since it was. Called while an
  /// action is handled it has its effect behind that: for what is sent afterwards.
  public func start() {
    core.start()
  }

  /// Whether the store was stopped: actions are dropped, and no effect starts; see ``stop()``.
  public var isStopped: Bool { core.isStopped }
}

/// The way from an engine's handler to its runtime, which holds the handler.
///
/// ```swift
/// let link = RuntimeLink<Int>()
/// let runtime = Runtime<Int> { action in
///   if action < 0 { link.runtime?.report(.other, "A negative number was sent.") }
///   return .none
/// }
/// link.runtime = runtime
/// ```
@MainActor
public final class RuntimeLink<Action: Sendable> {
  /// The runtime, held weakly.
  public weak var runtime: Runtime<Action>?

  /// Creates a link to no runtime.
  public init() {}
}
