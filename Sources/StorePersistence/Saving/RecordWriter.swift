import Foundation
import StoreCore

/// The saves of one saver: it leaves out what has not changed, and knows the mark of what it wrote last.
final class RecordWriter<Value: Codable & Sendable>: Sendable {
  /// What is known of the bytes that are stored, or of a value that need not be.
  private enum Last {
    case nothing
    case value(@Sendable () -> Value)
    case bytes(Data)
  }

  private struct State {
    var last: Last
    var mark: SavedMark?
    var keptCopy: KeptCopy?
  }

  private static var writer: String { SavedWriter.id }

  private let definition: SavedDefinition<Value>
  private let lane: SaveLane
  private let state: Locked<State>

  /// Creates a writer behind a load.
  ///
  /// - Parameters:
  ///   - loaded: The result of the load.
  ///   - first: The value as it is now: if nothing was loaded, it is not saved before it has changed.
  init(behind loaded: Loaded<Value>, first: @escaping @Sendable () -> Value) {
    definition = loaded.definition
    lane = loaded.lane
    let last: Last =
      switch loaded.outcome {
      case .migrated: .nothing
      case .restored: loaded.value.map { value in .value { value } } ?? .nothing
      case .nothing, .damaged, .newer, .unreadable: .value(first)
      }
    state = Locked(State(last: last, mark: loaded.mark, keptCopy: loaded.outcome.keptCopy))
  }

  /// Writes a value, unless it is the same as the last one.
  ///
  /// It blocks, and is called one at a time.
  ///
  /// - Returns: whether the bytes of another process were set aside.
  func write(_ value: Value) throws(PersistenceFailure) -> Bool {
    let (last, mark, keptCopy) = state.withLock { ($0.last, $0.mark, $0.keptCopy) }
    if case .value(let old) = last, Self.areEqual(old(), value) == true { return false }
    let bytes: Data
    do {
      bytes = try definition.format.encoded(value)
      switch last {
      case .nothing: break
      // Compared by their bytes only if the type has no '=='.
      case .value(let old) where !(Value.self is any Equatable.Type):
        if try definition.format.encoded(old()) == bytes { return false }
      case .value: break
      case .bytes(let old): if old == bytes { return false }
      }
    } catch {
      throw failure(.encoding(error))
    }
    let (newMark, wasInConflict) = try write(bytes, behind: mark, keptCopy)
    state.withLock { state in
      state.last = Value.self is any Equatable.Type ? .value { value } : .bytes(bytes)
      state.mark = newMark
      state.keptCopy = nil
    }
    return wasInConflict
  }

  /// Writes bytes; if another process has written meanwhile, its bytes are set aside.
  private func write(
    _ bytes: Data,
    behind mark: SavedMark?,
    _ keptCopy: KeptCopy?
  ) throws(PersistenceFailure) -> (SavedMark, wasInConflict: Bool) {
    var (expected, reason) = (mark, keptCopy)
    var wasInConflict = false
    do {
      while true {
        let newMark = SavedMark(writer: Self.writer, generation: (expected?.generation ?? 0) + 1)
        let record = SavedRecord(version: definition.version, mark: newMark, payload: bytes)
        do {
          try lane.storage.write(record, of: definition.id, expecting: expected, keepingOldAs: reason)
          return (newMark, wasInConflict)
        } catch let conflict as SavedConflict {
          // Each turn around the loop follows a write of another process.
          wasInConflict = true
          expected = conflict.mark
          reason = conflict.mark == nil ? .damaged : .conflict
        }
      }
    } catch is TooManyCopies {
      throw failure(.tooManyCopies)
    } catch {
      throw failure(.storage(error))
    }
  }

  private func failure(_ reason: PersistenceFailure.Reason) -> PersistenceFailure {
    PersistenceFailure(id: definition.id, reason: reason)
  }

  /// Whether two values are equal; `nil` if their type has no '=='.
  private static func areEqual(_ old: Value, _ new: Value) -> Bool? {
    func compare<Known: Equatable>(_ old: Known) -> Bool? { (new as? Known).map { $0 == old } }
    guard let old = old as? any Equatable else { return nil }
    return compare(old)
  }
}

/// The name of this process among those that write records.
private enum SavedWriter {
  static let id = UUID().uuidString
}
