import CustomDump
import StoreCore

/// The comparison of successive states of one store.
@MainActor
final class ChangeReader {
  private var last: StateCopy?

  nonisolated init() {}

  /// Drops the state that the next one would be compared with.
  func forget() {
    last = nil
  }

  /// Makes an entry from a reading.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - isWanted: Whether an entry is wanted; without one, the state is kept for the next comparison.
  /// - Returns: The entry; `nil` if there is nothing to log.
  func entry(for reading: StateReading, isWanted: Bool) -> ChangeLog.Entry? {
    let current = reading.state.map { StateCopy(of: $0) }
    // Before the entry is delivered, as its receiver may cause the next reading.
    let before = last
    last = current
    guard isWanted else { return nil }
    let (origin, location) = origin(of: reading.event)
    let change = change(from: before, to: current)
    switch (origin, change) {
    case (.action, _), (.veto, _), (_, .difference):
      return ChangeLog.Entry(origin: origin, change: change, store: reading.store, location: location)
    default:
      return nil
    }
  }

  private func origin(of event: RuntimeEvent?) -> (ChangeLog.Entry.Origin, CallSite?) {
    switch event?.kind {
    case .actionHandled(let action, let id): (.action(action, id, cause: event?.cause), event?.location)
    case .actionVetoed(let action, let id, let veto): (.veto(action, id, veto), event?.location)
    case .effectEnded(let info, _): (.effect(info), info.location)
    default: (.outside, event?.location)
    }
  }

  private func change(from before: StateCopy?, to current: StateCopy?) -> ChangeLog.Entry.Change {
    guard let before, let current else { return .unknown }
    return before.difference(to: current).map { .difference($0) } ?? .unchanged
  }
}
