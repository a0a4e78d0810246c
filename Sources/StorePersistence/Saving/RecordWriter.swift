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

  private let definition: SavedDefinition<Value>
  private let lane: SaveLane
  private let resolve: Resolution?
  private let state: Locked<State>

  /// Makes one value of this process's and another's.
  typealias Resolution = @Sendable (_ mine: Value, _ theirs: Value) -> Value

  /// What a save has come to.
  enum Outcome {
    /// The value is stored.
    case stored
    /// The value is stored, and the bytes of another process were set aside.
    case storedBesideTheirs
    /// A value is stored that was made of this process's and another's.
    case resolved(Found)
  }

  /// A value that is stored, and its mark.
  struct Found {
    let value: Value
    let mark: SavedMark
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
      case .nothing, .damaged, .newer, .unreadable: .value(first)
      }
    state = Locked(State(last: last, mark: loaded.mark, keptCopy: loaded.outcome.keptCopy))
  }

  /// Writes a value, unless it is the same as the last one.
  ///
  /// It blocks, and is called one at a time.
  func write(_ value: Value) throws(PersistenceFailure) -> Outcome {
    let known = state.withLock { $0 }
    if case .value(let old) = known.last, Self.areEqual(old(), value) == true { return .stored }
    let bytes = try encode(value)
    switch known.last {
    case .nothing: break
    // Compared by their bytes only if the type has no '=='.
    case .value(let old) where !(Value.self is any Equatable.Type):
      if try encode(old()) == bytes { return .stored }
    case .value: break
    case .bytes(let old): if old == bytes { return .stored }
    }
    let outcome: Outcome
    do {
      outcome = try write(value, bytes, behind: known)
    } catch is TooManyCopies {
      throw failure(.tooManyCopies)
    } catch let failure as PersistenceFailure {
      throw failure
    } catch {
      throw failure(.storage(error))
    }
    return outcome
  }

  private func encode(_ value: Value) throws(PersistenceFailure) -> Data {
    do {
      return try definition.format.encoded(value)
    } catch {
      throw failure(.encoding(error))
    }
  }

  /// Writes a value, or what is made of it and of what other processes have written meanwhile.
  private func write(_ own: Value, _ ownBytes: Data, behind known: State) throws -> Outcome {
    var (value, bytes) = (own, ownBytes)
    var (expected, reason) = (known.mark, known.keptCopy)
    var (isAside, isResolved) = (false, false)
    while true {
      let mark = SavedMark(writer: SavedWriter.id, generation: (expected?.generation ?? 0) + 1)
      let record = SavedRecord(version: definition.version, mark: mark, payload: bytes)
      do {
        try lane.storage.write(record, of: definition.id, expecting: expected, keepingOldAs: reason)
        note(value, bytes, mark)
        if isResolved { return .resolved(Found(value: value, mark: mark)) }
        return isAside ? .storedBesideTheirs : .stored
      } catch let conflict as SavedConflict {
        // Each turn around the loop follows a write of another process.
        if let resolve, let theirs = find() {
          value = resolve(own, theirs.value)
          bytes = try encode(value)
          (expected, reason, isResolved) = (theirs.mark, nil, true)
        } else {
          (expected, reason, isAside) = (conflict.mark, conflict.mark == nil ? .damaged : .conflict, true)
        }
      }
    }
  }

  private func note(_ value: Value, _ bytes: Data, _ mark: SavedMark) {
    let last: Last = Value.self is any Equatable.Type ? .value { value } : .bytes(bytes)
    state.withLock { $0 = State(last: last, mark: mark, keptCopy: nil) }
  }

  // MARK: Other processes

  /// Finds the value of another process, if one has written since.
  ///
  /// What cannot be read, or is of a newer version, is left to the next save, which tells of it.
  func findOther() -> Found? {
    let known = state.withLock { $0.mark }
    guard let mark = try? lane.storage.mark(of: definition.id), mark != known else { return nil }
    return find()
  }

  private func find() -> Found? {
    let loaded = definition.load(from: lane)
    guard let value = loaded.value, let mark = loaded.mark else { return nil }
    return Found(value: value, mark: mark)
  }

  /// Takes over the value of another process, which the store has been given.
  ///
  /// - Parameters:
  ///   - other: The value.
  ///   - present: The value in the store by now: if it is another one, it is to be saved.
  func adopt(_ other: Found, present: Value) {
    let isSame = Self.areEqual(present, other.value) == true
    state.withLock { state in
      state.mark = other.mark
      state.keptCopy = nil
      if isSame { state.last = .value { other.value } }
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
