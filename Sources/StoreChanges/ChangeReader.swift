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
    guard isWanted, let origin = origin(of: reading.moment) else { return nil }
    let change = change(from: before, to: current)
    switch (origin, change) {
    case (.action, _), (.veto, _), (_, .difference):
      return ChangeLog.Entry(origin: origin, change: change, store: reading.store, location: reading.location)
    default:
      return nil
    }
  }

  private func origin(of moment: StateReading.Moment) -> ChangeLog.Entry.Origin? {
    switch moment {
    case .beginning: nil
    case .action(let action, let id, let cause): .action(action, id, cause: cause)
    case .veto(let action, let id, let veto): .veto(action, id, veto)
    case .effect(let info): .effect(info)
    case .outside: .outside
    }
  }

  private func change(from before: StateCopy?, to current: StateCopy?) -> ChangeLog.Entry.Change {
    guard let before, let current else { return .unknown }
    return before.difference(to: current).map { .difference($0) } ?? .unchanged
  }
}
