#if DEBUG
/// A watch, in debug builds, for a store without an owner, as in `Store(…).send(.load)`: it is deallocated in the turn
/// of its first work, which is an effect, an enqueued action, or an action whose handler suspends.
///
/// It is certain only if the store was never looked at: a look may have been all that was wanted of it, as in a test.
final class ReleaseWatch: Sendable {
  private enum State {
    /// There is nothing to report.
    case over
    /// The store has no work; its release is reported only if that is certain.
    case waiting(reportsRelease: Bool)
    /// The store was given work, and the turn has not ended.
    case working(since: CallSite)
  }

  private let state = Locked(State.over)

  func begin(reportsRelease: Bool) { state.withLock { $0 = .waiting(reportsRelease: reportsRelease) } }

  /// Whether the store is watched, and was neither looked at nor given work.
  var isUntouched: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  /// Notes that nothing is certain any more: the store was looked at, or the turn has ended.
  func end() { state.withLock { $0 = .over } }

  /// Notes that a send at a place gives the store work.
  func noteWork(at location: CallSite) {
    let isFirst = state.withLock { state in
      guard case .waiting(let reportsRelease) = state else { return false }
      state = reportsRelease ? .working(since: location) : .over
      return reportsRelease
    }
    guard isFirst else { return }
    // The turn is over once another one has begun.
    Task.detached { @MainActor [weak self] in self?.end() }
  }

  /// Notes that the store is deallocated; returns the place of the send that first gave it work, if it had no owner.
  func noteRelease() -> CallSite? {
    state.withLock { state in
      defer { state = .over }
      guard case .working(let location) = state else { return nil }
      return location
    }
  }
}

extension RuntimeCore {
  /// Reports that the store is deallocated in the turn of its first work, if it had no owner.
  nonisolated func reportRelease() {
    guard let location = table.releaseWatch.noteRelease(), table.options.observers.isEmpty else { return }
    let effects = table.liveEffects().map(\.title)
    let handled = table.wordsOfHandled.map { [$0] } ?? []
    let actions = (handled + mailbox.waitingActions.map { RepeatedActions.words(for: $0) }).map { "the action '\($0)'" }
    guard !effects.isEmpty || !actions.isEmpty else { return }
    let launched = effects.isEmpty ? [] : ["it launched \(Self.words(effects))"]
    let enqueued = actions.isEmpty ? [] : ["it was sent \(Self.words(actions))"]
    table.report(
      .storeReleased(cancelled: effects + actions),
      """
      A store was released in the turn in which \((launched + enqueued).joined(separator: " and ")); that work ended with it.

      Nothing keeps the store alive: neither its effects nor actions on their way do.

      Keep the store in a property for as long as it has to work; if it is meant to end, cancel its effects first.
      """,
      at: location.known
    )
  }

  /// A list as text, truncated if it is long.
  private nonisolated static func words(_ all: [String]) -> String {
    all.prefix(8).joined(separator: ", ") + (all.count > 8 ? " and \(all.count - 8) more" : "")
  }
}

extension Mailbox {
  /// The actions that the store has not taken.
  var waitingActions: [AnyAction] {
    state.withLock(\.messages).elements.compactMap { message in
      switch message {
      case .action(let action): action
      case .sent(let sent): sent.content
      case .program, .completed, .elements, .start, .turn: nil
      }
    }
  }
}
#endif
