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

extension EffectRun {
  /// Reports that it has replaced another one that was launched beside it.
  func reportIfDuplicate(of other: EffectRun?) {
    guard operation.policy.kind == .replace, let other, source.turn != 0,
      other.source.turn == source.turn, sharesMerge(with: other), let id
    else {
      return
    }
    let action = source.launcher.map { " of the action \(RepeatedActions.words(for: $0))" } ?? ""
    table.report(
      .duplicateName(id),
      """
      Two effects that were launched at once have the name '\(id)'\(action): the second has replaced the first.

      An effect replaces the running one of its name, unless its policy says otherwise, and parts of a merge run side by \
      side.

      Give each a name of its own, have them follow each other in a sequence, or use another policy, such as \
      '.concurrent'.
      """,
      at: source.location.known
    )
  }

  /// Whether both are parts of one merge.
  func sharesMerge(with other: EffectRun) -> Bool {
    // An effect is launched, and replaced by a launch, on the main actor.
    MainActor.assumeIsolated {
      var merges: Set<ObjectIdentifier> = []
      var next = frame
      while let current = next {
        if case .merge = current.kind { merges.insert(ObjectIdentifier(current)) }
        next = current.parent
      }
      next = other.frame
      while let current = next {
        if merges.contains(ObjectIdentifier(current)) { return true }
        next = current.parent
      }
      return false
    }
  }
}
#endif
