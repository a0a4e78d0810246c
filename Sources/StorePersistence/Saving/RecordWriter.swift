import Foundation
import StoreCore

/// The saves of one saver: it leaves out what has not changed, and knows the mark of what it wrote last.
final class RecordWriter<Value: Codable & Sendable>: SavedWriter {
  /// What is known of the bytes that are stored.
  private enum Last {
    case nothing
    /// They need not be: the value is the first one, which is saved only if that is asked for.
    case unsaved(@Sendable () -> Value)
    case value(@Sendable () -> Value)
    case bytes(Data)
  }

  private struct State {
    var last: Last
    var mark: SavedMark?
    var keptCopy: KeptCopy?
    /// The mark of a value that was made of two, until the store has it.
    var resolved: SavedMark?
  }

  /// The name of this writer among all that write records.
  private let id = UUID().uuidString
  private let definition: SavedDefinition<Value>
  private let lane: SaveLane
  private let resolve: Resolution?
  private let state: Locked<State>

  /// Makes one value of this process's and another's.
  typealias Resolution = @Sendable (_ mine: Value, _ theirs: Value) -> Value

  /// A value that is stored, its mark, and the mark that was known when it was found.
  struct Found: Sendable {
    let value: Value
    /// Its bytes, where they are compared; made here, as it is taken over on the main actor.
    let bytes: Data?
    let mark: SavedMark
    let known: SavedMark?
  }

  /// Creates a writer behind a load.
  ///
  /// - Parameters:
  ///   - loaded: The result of the load.
  ///   - first: The value as it is now: if nothing was loaded, it is not saved before it has changed.
  ///   - resolve: Resolves conflicts with other processes; without it their bytes are set aside.
  init(behind loaded: Loaded<Value>, first: @escaping @Sendable () -> Value, resolve: Resolution? = nil) {
    self.resolve = resolve
    definition = loaded.definition
    lane = loaded.lane
    let last: Last =
      switch loaded.outcome {
      case .migrated: .nothing
      case .restored: loaded.value.map { value in .value { value } } ?? .nothing
      case .nothing, .damaged, .newer, .unreadable: .unsaved(first)
      }
    state = Locked(State(last: last, mark: loaded.mark, keptCopy: loaded.outcome.keptCopy))
  }

  /// Writes a value, unless it is the same as the last one.
  ///
  /// It blocks, and is called one at a time.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isAsked: Whether it has to be stored, even if it is the first one.
  /// - Returns: what it has come to.
  /// - Throws: why it is not stored.
  func write(_ value: Value, isAsked: Bool = false) throws(PersistenceFailure) -> SavedOutcome<Found> {
    let known = state.withLock { $0 }
    var bytes: Data?
    switch known.last {
    case .nothing: break
    case .unsaved where isAsked: break
    case .unsaved(let old), .value(let old):
      let old = old()
      if let isSame = Self.areEqual(old, value) {
        if isSame { return .stored }
      } else {
        // Compared by their bytes only if the type has no '=='.
        bytes = try encode(value)
        if try encode(old) == bytes { return .stored }
      }
    case .bytes(let old):
      bytes = try encode(value)
      if old == bytes { return .stored }
    }
    do {
      return try write(value, bytes ?? encode(value), behind: known)
    } catch is TooManyCopies {
      throw failure(.tooManyCopies)
    } catch let failure as PersistenceFailure {
      throw failure
    } catch {
      throw failure(.storage(error))
    }
  }

  private func encode(_ value: Value) throws(PersistenceFailure) -> Data {
    do {
      return try definition.format.encoded(value)
    } catch {
      throw failure(.encoding(error))
    }
  }

  /// Writes a value, or what is made of it and of what other processes have written meanwhile.
  private func write(_ own: Value, _ ownBytes: Data, behind known: State) throws -> SavedOutcome<Found> {
    var (value, bytes) = (own, ownBytes)
    var (expected, reason) = (known.mark, known.keptCopy)
    var (isAside, isResolved) = (false, false)
    while true {
      let mark = SavedMark(writer: id, generation: (expected?.generation ?? 0) + 1)
      let record = SavedRecord(version: definition.version, mark: mark, payload: bytes)
      do {
        try lane.storage.write(record, of: definition.id, expecting: expected, keepingOldAs: reason)
        // Not noted before the store has the value: until then a save is in conflict again, and resolves it again.
        if isResolved {
          state.withLock { $0.resolved = mark }
          return .resolved(Found(value: value, bytes: bytes, mark: mark, known: known.mark))
        }
        note(value, bytes, mark)
        return isAside ? .storedBesideTheirs : .stored
      } catch let conflict as SavedConflict {
        // Each turn around the loop follows a write of another process, or a failure behind a write of this one.
        guard let theirs = conflict.mark else {
          (expected, reason, isAside) = (nil, .damaged, true)
          continue
        }
        let loaded = definition.load(from: lane)
        if case .newer = loaded.outcome { throw failure(.refused(loaded.outcome.refusal ?? "")) }
        if theirs.writer == id, theirs != known.resolved {
          (expected, reason) = (theirs, known.keptCopy)
        } else if let resolve, let other = loaded.value, let mark = loaded.mark {
          value = resolve(own, other)
          bytes = try encode(value)
          (expected, reason, isResolved) = (mark, nil, true)
        } else {
          (expected, reason, isAside) = (theirs, .conflict, true)
        }
      }
    }
  }

  private func note(_ value: Value, _ bytes: Data?, _ mark: SavedMark) {
    let last: Last = isComparable ? .value { value } : bytes.map { .bytes($0) } ?? .nothing
    state.withLock { $0 = State(last: last, mark: mark, keptCopy: nil) }
  }

  /// Whether values are compared as such, and not by their bytes.
  private var isComparable: Bool { Value.self is any Equatable.Type }

  // MARK: Other processes

  /// Finds the value of another process, if one has written since.
  ///
  /// What cannot be read, or is of a newer version, is left to the next save, which tells of it.
  func findOther() -> Found? {
    let known = state.withLock { $0.mark }
    guard let mark = try? lane.storage.mark(of: definition.id), mark != known else { return nil }
    let loaded = definition.load(from: lane)
    guard let value = loaded.value, let mark = loaded.mark else { return nil }
    return Found(value: value, bytes: isComparable ? nil : try? encode(value), mark: mark, known: known)
  }

  /// Whether nothing was saved since a value was found.
  func isPresent(_ found: Found) -> Bool { state.withLock { $0.mark == found.known } }

  /// Takes over a stored value, which the store has been given: what the store has made of it is saved if it differs.
  func adopt(_ other: Found) { note(other.value, other.bytes, other.mark) }

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
