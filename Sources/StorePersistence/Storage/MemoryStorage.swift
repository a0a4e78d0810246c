import Foundation
import StoreCore

/// A storage in memory, for tests and previews.
public final class MemoryStorage: SavedStorage {
  private struct State {
    var records: [String: SavedRecord] = [:]
    var copies: [String: [String: SavedRecord]] = [:]
  }

  /// A place of its own.
  public let identity = "memory \(UUID().uuidString)"
  /// `true`.
  public var isInstant: Bool { true }
  private let state: Locked<State>

  /// Creates a storage with first records.
  public init(_ records: [String: SavedRecord] = [:]) {
    state = Locked(State(records: records))
  }

  /// The records by their ids.
  public var records: [String: SavedRecord] { state.withLock { $0.records } }

  /// The copies of an id that were kept, by their names, such as `version-1`.
  public func copies(of id: String) -> [String: SavedRecord] { state.withLock { $0.copies[id] ?? [:] } }

  /// Returns a record.
  public func read(_ id: String) -> SavedRecord? { state.withLock { $0.records[id] } }

  /// Replaces a record.
  public func write(
    _ record: SavedRecord,
    of id: String,
    expecting: SavedMark?,
    keepingOldAs reason: KeptCopy?
  ) throws {
    let refusal = state.withLock { state -> (any Error)? in
      if let old = state.records[id] {
        guard old.mark == expecting else { return SavedConflict(old.mark) }
        if let reason {
          let copies = state.copies[id] ?? [:]
          guard copies.count < KeptCopy.limit else { return TooManyCopies() }
          let names = (1...KeptCopy.limit).map(reason.name)
          // Never nil: there are fewer copies than names.
          let name = names.first { copies[$0] == nil }!
          state.copies[id, default: [:]][name] = old
        }
      }
      state.records[id] = record
      return nil
    }
    if let refusal { throw refusal }
  }
}
