#if DEBUG
/// A watch, in debug builds, for a store that nobody holds, as in `Store(…).send(.load)`: it is released in the turn in
/// which it was given its first work, an effect, or an action by `enqueue`, or one whose handler suspends.
///
/// It is certain only where nobody has looked at the store: that may have been all that was wanted of it, as in a test.
final class ReleaseWatch: Sendable {
  private enum State {
    /// Nobody is to be told.
    case over
    /// It has no work.
    case waiting
    /// It was given work, and the turn has not ended.
    case working(since: CallSite)
  }

  private let state = Locked(State.over)

  func begin() { state.withLock { $0 = .waiting } }

  /// Whether it is watched, and nobody has looked at the store or given it work.
  var isUntouched: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  /// Notes that nothing is certain any more: somebody has looked at the store, or the turn has ended.
  func end() { state.withLock { $0 = .over } }

  /// Notes that it is given work, by a send at a place.
  func noteWork(at location: CallSite) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .working(since: location)
      return true
    }
    guard isFirst else { return }
    // The turn is over when another one has begun.
    Task.detached { @MainActor [weak self] in self?.end() }
  }

  /// Notes that the store is released; returns the place of the send that gave it work first, if nobody held it.
  func noteRelease() -> CallSite? {
    state.withLock { state in
      defer { state = .over }
      guard case .working(let location) = state else { return nil }
      return location
    }
  }
}

extension RuntimeCore {
  /// Reports that the store is released in the turn in which it was given its work, if nobody held it.
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
      A store was released in the turn in which \((launched + enqueued).joined(separator: " and ")), which ends with it.

      Nothing holds the store any more. Neither its effects nor actions on their way hold it.

      Keep the store in a property for as long as it has to work; if its end is meant, cancel its effects before.
      """,
      at: location.known
    )
  }

  /// A list in words, cut where it is long.
  private nonisolated static func words(_ all: [String]) -> String {
    all.prefix(8).joined(separator: ", ") + (all.count > 8 ? " and \(all.count - 8) more" : "")
  }
}

extension Mailbox {
  /// The actions that nobody has taken.
  var waitingActions: [AnyAction] {
    state.withLock(\.messages).elements.compactMap { message in
      switch message {
      case .action(let action): action
      case .sent(let sent): sent.content
      case .program, .completed, .elements, .start: nil
      }
    }
  }
}
#endif
