import Foundation

/// The result of loading a saved value: the value, and what `persist` has to know to save the next one.
///
/// What was not loaded cannot be overwritten: a record that is of a newer version or could not be read refuses to be
/// saved, and a damaged one is set aside before the first save.
public struct Loaded<Value: Codable & Sendable>: Sendable {
  /// The outcomes of loading.
  public enum Outcome: Sendable {
    /// There is no record.
    case nothing
    /// The value is the one that was saved.
    case restored
    /// The value was saved by an older version, and was migrated.
    case migrated(from: Int)
    /// The record is there and is no value: its checksum, its decoding or a migration failed, for the given reason.
    case damaged(String)
    /// The record was saved by a newer version of the app.
    case newer(version: Int)
    /// The storage could not be read.
    case unreadable(any Error)
  }

  /// The value; `nil` unless it was restored or migrated.
  public let value: Value?
  /// The outcome.
  public let outcome: Outcome

  let definition: SavedDefinition<Value>
  let lane: SaveLane
  /// The mark of the record that was found.
  let mark: SavedMark?
}

extension Loaded.Outcome {
  /// Why nothing may be saved over the record; `nil` if it may.
  var refusal: String? {
    switch self {
    case .nothing, .restored, .migrated, .damaged: nil
    case .newer(let version): "it was saved by a newer version of the app, \(version)"
    case .unreadable(let error): "the storage could not be read: \(error)"
    }
  }

  /// How the bytes of the record that was found are kept at the first save.
  var keptCopy: KeptCopy? {
    switch self {
    case .nothing, .restored, .newer, .unreadable: nil
    case .migrated(let version): .version(version)
    case .damaged: .damaged
    }
  }
}

extension Saved {
  /// Loads the value.
  ///
  /// What ended stores have not saved yet under this id is saved first, and saves in progress are waited for. It reads and
  /// decodes on the main actor: for large values use ``loadInBackground(from:)``.
  @MainActor
  public func load(from storage: some SavedStorage) -> Loaded<Value> {
    let lane = SaveLane.lane(of: id, in: storage)
    lane.makeFinalSaves()
    return lane.performAndWait { [definition] in definition.load(from: lane) }
  }

  /// Loads the value, and reads and decodes it off the main actor.
  @MainActor
  public func loadInBackground(from storage: some SavedStorage) async -> Loaded<Value> {
    let lane = SaveLane.lane(of: id, in: storage)
    lane.makeFinalSaves()
    return await withCheckedContinuation { continuation in
      lane.perform { [definition] in continuation.resume(returning: definition.load(from: lane)) }
    }
  }
}

extension SavedDefinition {
  func load(from lane: SaveLane) -> Loaded<Value> {
    var mark: SavedMark?
    func loaded(_ outcome: Loaded<Value>.Outcome, _ value: Value? = nil) -> Loaded<Value> {
      Loaded(value: value, outcome: outcome, definition: self, lane: lane, mark: mark)
    }
    do {
      guard let record = try lane.storage.read(id) else { return loaded(.nothing) }
      mark = record.mark
      guard record.version <= version else { return loaded(.newer(version: record.version)) }
      guard let decode = decoders[record.version] else {
        return loaded(.damaged("there is no migration from version \(record.version)"))
      }
      do {
        let value = try decode(record.payload)
        return loaded(record.version == version ? .restored : .migrated(from: record.version), value)
      } catch {
        return loaded(.damaged("\(error)"))
      }
    } catch let damage as SavedDamage {
      mark = try? lane.storage.mark(of: id)
      return loaded(.damaged(damage.reason))
    } catch {
      return loaded(.unreadable(error))
    }
  }
}
