import StoreCore

/// A record of what a store's runtime reports, for its test store.
///
/// It retains neither of the two.
package final class StoreRecorder: RuntimeObserver {
  /// An action that was not handled.
  struct Drop {
    let action: any Sendable
    let site: CallSite?
    /// The effect that sent it.
    let sender: String?
  }

  /// A veto that was not received yet.
  struct Veto {
    let action: any Sendable
    let id: ActionID
    let veto: ActionVeto
    /// The place where the action was sent.
    let origin: CallSite?
    /// The step in which it came.
    var site: CallSite?
  }

  private struct State {
    var sites: [ActionID: CallSite] = [:]
    /// The place of the step's send, and whether an action from there was handled.
    var send: (site: CallSite, isHandled: Bool)?
    var names: [CancellationToken: String] = [:]
    var drops: [Drop] = []
    var issues: [RuntimeIssue] = []
    var errors: [(error: UncaughtError, site: CallSite?)] = []
    var vetoes: [Veto] = []
    var eventCount = 0
    var waiters: [Waiter] = []
    var onWait: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  package func receive(_ event: RuntimeEvent) {
    state.withLock { state in
      switch event.kind {
      case .actionHandled(_, let id):
        guard let site = event.location else { break }
        state.sites[id] = site
        if state.send?.site == site { state.send?.isHandled = true }
      case .actionDropped(let action):
        state.drops.append(Drop(action: action, site: event.location, sender: name(of: event.cause, state.names)))
      case .effectQueued(let info), .effectStarted(let info):
        state.names[info.token] = Words.name(of: info)
      case .issueFound(let issue):
        state.issues.append(issue)
      case .actionVetoed(let action, let id, let veto):
        state.vetoes.append(Veto(action: action, id: id, veto: veto, origin: event.location))
      case .errorUncaught(let error):
        // That of a veto is received with it.
        if error.effect == nil, case .action(let id) = event.cause, state.vetoes.contains(where: { $0.id == id }) {
          break
        }
        state.errors.append((error, nil))
      case .stateChanged, .effectRefused, .effectEnded, .effectDrained:
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

  /// Returns the place where an action was sent, if it is known.
  func site(of id: ActionID) -> CallSite? {
    state.withLock { $0.sites[id] }
  }

  /// Whether an action was handled that was sent at the place of the last call of ``beginSend(at:)``, since then.
  var hasHandledSend: Bool { state.withLock { $0.send?.isHandled == true } }

  /// Begins to look for an action that a step sends.
  func beginSend(at site: CallSite) {
    state.withLock { $0.send = (site, false) }
  }

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

  var hasIssues: Bool { state.withLock { !$0.issues.isEmpty } }

  // MARK: Errors that nothing handles, and vetoes

  var hasErrors: Bool { state.withLock { !$0.errors.isEmpty } }

  /// Assigns the errors and vetoes that belong to no step yet to the step at a place.
  func noteErrors(at site: CallSite) {
    state.withLock { state in
      for index in state.errors.indices where state.errors[index].site == nil { state.errors[index].site = site }
      for index in state.vetoes.indices where state.vetoes[index].site == nil { state.vetoes[index].site = site }
    }
  }

  /// Removes the first error.
  func takeError() -> UncaughtError? {
    state.withLock { $0.errors.isEmpty ? nil : $0.errors.removeFirst().error }
  }

  var hasVetoes: Bool { state.withLock { !$0.vetoes.isEmpty } }

  /// Removes the first veto.
  func takeVeto() -> Veto? {
    state.withLock { $0.vetoes.isEmpty ? nil : $0.vetoes.removeFirst() }
  }

  /// Reports the errors and the vetoes that are not ignored, each at its step, or at `place` if it belongs to none.
  func reportErrors(at place: CallSite, ignoring ignored: Unasserted = []) {
    let (errors, vetoes) = state.withLock { state in
      defer {
        state.errors = []
        state.vetoes = []
      }
      return (state.errors, state.vetoes)
    }
    if !ignored.contains(.vetoes) {
      for veto in vetoes { TestStoreReport.vetoed(veto).record(at: veto.site ?? place) }
    }
    if !ignored.contains(.errors) {
      for (error, site) in errors { TestStoreReport.uncaught(error).record(at: site ?? place) }
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
