import StoreCore
import StoreRecording

/// A record of what a store's runtime reports, on any thread, for its test store.
///
/// It retains neither of the two. A failure of the test store has its session.
package final class StoreRecorder: Sendable {
  /// An action that was not handled.
  struct Drop {
    let action: any Sendable
    let site: CallSite?
    /// The effect that sent it.
    let sender: String?
  }

  /// An error that has to be received: nothing has handled it, or middleware has vetoed an action by it.
  enum Failure {
    case uncaught(UncaughtError)
    /// With the place where the action was sent.
    case veto(any Sendable, ActionID, ActionVeto, CallSite?)

    enum Kind { case uncaught, veto }

    var kind: Kind { if case .veto = self { .veto } else { .uncaught } }

    var error: any Error {
      switch self {
      case .uncaught(let error): error.error
      case .veto(_, _, let veto, _): veto.error
      }
    }
  }

  private struct State {
    var names: [CancellationToken: String] = [:]
    var drops: [Drop] = []
    var issues: [RuntimeIssue] = []
    /// The failures that were not received, each with the step in which it came.
    var failures: [(failure: Failure, site: CallSite?)] = []
    var eventCount = 0
    var waiters: [Waiter] = []
    var onWait: (@Sendable () -> Void)?

    func hasVeto(of action: ActionID) -> Bool {
      failures.contains { if case .veto(_, action, _, _) = $0.failure { true } else { false } }
    }
  }

  private let state = Locked(State())
  /// What is attached to the test when it fails.
  let session: Recorder?

  init(session: Recorder?) {
    self.session = session
  }

  func receive(_ event: RuntimeEvent) {
    state.withLock { state in
      switch event.kind {
      case .actionDropped(let action):
        state.drops.append(Drop(action: action, site: event.location, sender: name(of: event.cause, state.names)))
      case .effectQueued(let info), .effectStarted(let info):
        state.names[info.token] = Words.name(of: info)
      case .issueFound(let issue):
        state.issues.append(issue)
      case .actionVetoed(let action, let id, let veto):
        state.failures.append((.veto(action, id, veto, event.location), nil))
      case .errorUncaught(let error):
        // That of a veto is received with it.
        if error.effect == nil, case .action(let id) = event.cause, state.hasVeto(of: id) { break }
        state.failures.append((.uncaught(error), nil))
      case .actionHandled, .stateChanged, .effectRefused, .effectEnded, .effectDrained, .effectPaused:
        break
      case .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted:
        break
      }
    }
    wake()
  }

  private func name(of cause: EventCause?, _ names: [CancellationToken: String]) -> String? {
    guard case .effect(let token) = cause else { return nil }
    return names[token] ?? Words.unknownEffect
  }

  // MARK: What happened

  /// Returns the number of dropped actions that were sent at a place.
  func dropCount(at site: CallSite) -> Int {
    state.withLock { state in state.drops.count { $0.site == site } }
  }

  /// Removes the last dropped action that was sent at a place.
  func forgetDrop(at site: CallSite) {
    state.withLock { state in
      if let index = state.drops.lastIndex(where: { $0.site == site }) { state.drops.remove(at: index) }
    }
  }

  /// Removes the last issue of an absent child at a place; returns whether there is one.
  func forgetDeparture(at site: CallSite) -> Bool {
    state.withLock { state in
      let index = state.issues.lastIndex { issue in
        if case .absentChild = issue.kind { issue.location == site } else { false }
      }
      if let index { state.issues.remove(at: index) }
      return index != nil
    }
  }

  /// Removes the dropped actions and the issues, and returns reports of those that are not ignored.
  func takeReports(ignoring ignored: Unasserted) -> [TestStoreReport] {
    let (drops, issues) = state.withLock { state in
      defer {
        state.drops = []
        state.issues = []
      }
      return (state.drops, state.issues)
    }
    var reports: [TestStoreReport] = []
    if !drops.isEmpty, !ignored.contains(.droppedActions) { reports.append(.droppedActions(drops)) }
    if !issues.isEmpty, !ignored.contains(.issues) { reports.append(.issues(issues)) }
    return reports
  }

  // MARK: Failures

  /// Whether there is a failure of a kind that was not received.
  func has(_ kind: Failure.Kind) -> Bool { state.withLock { $0.failures.contains { $0.failure.kind == kind } } }

  /// Assigns the failures that belong to no step yet to the step at a place.
  func noteFailures(at site: CallSite) {
    state.withLock { state in
      for index in state.failures.indices where state.failures[index].site == nil { state.failures[index].site = site }
    }
  }

  /// Removes the first failure of a kind.
  func take(_ kind: Failure.Kind) -> Failure? {
    state.withLock { state in
      state.failures.firstIndex { $0.failure.kind == kind }.map { state.failures.remove(at: $0).failure }
    }
  }

  /// Reports the failures that are not ignored, vetoes first, each at its step, or at `place` if it belongs to none.
  func reportFailures(at place: CallSite, ignoring ignored: Unasserted = []) {
    let failures = state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
    for (kind, unasserted) in [(Failure.Kind.veto, Unasserted.vetoes), (.uncaught, .errors)]
    where !ignored.contains(unasserted) {
      for (failure, site) in failures where failure.kind == kind {
        TestStoreReport.unreceived(failure).record(at: site ?? place, in: session)
      }
    }
  }

  // MARK: Waiting

  /// The number of events and of wakings so far.
  var eventCount: Int { state.withLock { $0.eventCount } }

  /// Makes the waiting steps check again.
  func wake() {
    let waiters = state.withLock { state in
      state.eventCount += 1
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Calls a closure, for tests of test stores, whenever a step begins to wait.
  package func notify(_ onWait: @escaping @Sendable () -> Void) {
    state.withLock { $0.onWait = onWait }
  }

  /// Suspends until something happens after the given number of events, or ``wake()`` is called.
  @MainActor
  func waitForEvent(after count: Int) async {
    let waiter = Waiter()
    let onWait: (@Sendable () -> Void)?
    let mustWait: Bool
    (mustWait, onWait) = state.withLock { state in
      guard state.eventCount == count else { return (false, nil) }
      state.waiters.append(waiter)
      return (true, state.onWait)
    }
    onWait?()
    if mustWait { await waiter.wait() }
  }
}
