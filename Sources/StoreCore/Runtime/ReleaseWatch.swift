#if DEBUG
/// A watch, in debug builds, for a store that is released in the turn in which it launched its first effect.
///
/// Then nobody holds the store: `Store(…).send(.load)`. It is certain only where nobody has looked at the store either:
/// that may have been all that was wanted of it, as in a test that ends there.
final class ReleaseWatch: Sendable {
  private enum State {
    /// Nobody is to be told.
    case over
    /// Nothing was launched.
    case waiting
    /// Effects were launched, and the turn has not ended.
    case launched(at: CallSite)
  }

  private let state = Locked(State.over)

  /// Watches from now on.
  func begin() {
    state.withLock { $0 = .waiting }
  }

  /// Notes that nothing is certain any more: somebody has looked at the store, or the turn has ended.
  func end() {
    state.withLock { $0 = .over }
  }

  /// Notes a launch, on the main actor.
  func noteLaunch(of run: EffectRun) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .launched(at: run.source.location)
      return true
    }
    guard isFirst else { return }
    // The turn is over when another one has begun.
    Task.detached { @MainActor [weak self] in self?.end() }
  }

  /// Notes that the store is released.
  ///
  /// - Returns: the place of the send that launched the first effect, if nobody held the store.
  func noteRelease() -> CallSite? {
    state.withLock { state in
      defer { state = .over }
      guard case .launched(let location) = state else { return nil }
      return location
    }
  }
}

extension EffectTable {
  /// Reports that the store is released in the turn in which it launched its effects, if nobody held it.
  func reportRelease() {
    guard let location = releaseWatch.noteRelease() else { return }
    let effects = runningEffects.map(\.title)
    guard !effects.isEmpty else { return }
    report(
      .storeReleased(cancelled: effects),
      """
      A store was released in the turn in which it launched \(effects.joined(separator: ", ")): what it launched is \
      cancelled.

      Nothing holds the store any more. Its effects do not hold it either, and end with it.

      Keep the store in a property for as long as it has to work; if its end is meant, cancel its effects before.
      """,
      at: location.known
    )
  }
}
#endif
