#if DEBUG
/// A cancel of a name that no effect has had, while an effect ran that may have been meant.
struct UnmatchedCancel {
  /// The cancelled name, and the name of the effect, both within the store.
  let name, running: EffectID
  let place: CallSite?
}

/// The names that the effects of a store have had, for the reports of cancels that find nothing.
struct KnownNames: Sendable {
  /// With more names nothing is reported: it would not be certain.
  private static let limit = 10_000

  // Not the names, which may be a user's objects.
  private var hashes: Set<Int> = []

  mutating func add(_ name: EffectID) {
    if hashes.count < Self.limit { hashes.insert(name.hashValue) }
  }

  func mayContain(_ name: EffectID) -> Bool { hashes.count == Self.limit || hashes.contains(name.hashValue) }
}

extension RuntimeCore {
  /// The number of running effects up to which the names of all are compared with that of a cancel.
  private static let comparedCount = 1_000

  /// Notes a cancel that is about to be made, if it is of a name that no effect has had, while an effect runs whose name
  /// looks the same, or is the same in a scope.
  func noteCancel(_ selector: EffectSelector, in scope: EffectScope?, at place: CallSite?) {
    let names: [EffectID]
    switch selector.kind {
    case .id(let id): names = [id]
    case .ids(let ids): names = ids
    case .matching, .all, .scope, .departed, .marked: return
    }
    for name in names {
      let name = scope.map { name.scoped(within: $0) } ?? name
      guard !isKnown(name), table.runningCount <= Self.comparedCount else { continue }
      guard let running = table.withMachine({ $0.ids() }).first(where: { mayMean($0, by: name) }) else { continue }
      unmatchedCancels.append(UnmatchedCancel(name: name, running: running, place: place))
    }
  }

  /// Reports the cancels of the turn that were of no use: an effect of the name may have followed its cancel.
  func reportUnmatchedCancels() {
    let cancels = unmatchedCancels
    unmatchedCancels = []
    for cancel in cancels where !isKnown(cancel.name) {
      // Once for each name.
      table.knownNames.withLock { $0.add(cancel.name) }
      let (scope, name) = cancel.running.parts
      table.report(
        .unmatchedCancel(cancel.name, running: cancel.running),
        cancel.name.parts.name == name ? message(for: name, in: scope) : message(for: cancel.name.parts.name, name),
        at: cancel.place
      )
    }
  }

  private func isKnown(_ name: EffectID) -> Bool { table.knownNames.withLock { $0.mayContain(name) } }

  private func mayMean(_ running: EffectID, by cancelled: EffectID) -> Bool {
    let (other, own) = (running.parts, cancelled.parts)
    if other.scope == own.scope { return other.name.looksLike(own.name) }
    guard let inner = other.scope, other.name == own.name else { return false }
    return own.scope.map { $0.contains(inner) } ?? true
  }

  private func message(for name: EffectID, _ running: EffectID) -> String {
    """
    A cancel of the name '\(name)', a value of '\(name.typeName)', found nothing, while an effect runs whose name '\(running)' \
    is of '\(running.typeName)'.

    Names are compared by type and value: these two only look the same, and no effect of the store has had the first.

    Cancel by a value of the type that the effect was named with.
    """
  }

  private func message(for name: EffectID, in scope: EffectScope?) -> String {
    """
    A cancel of the name '\(name)' found nothing, while an effect of that name runs in the scope \
    '\(scope.map { "\($0)" } ?? "")'.

    A cancel selects names of the scope that it is made in, and no effect there has had this one: those of a child are \
    its own.

    Let the child cancel it, select the scope by '.cancel(.scope(_:))', or move the name into it by \
    'EffectID.scoped(to:)'.
    """
  }
}
#endif
