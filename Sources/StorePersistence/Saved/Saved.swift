package import Foundation

/// A value that is kept in a storage: its id, its version, and how a value of an older version becomes one of this.
///
/// ```swift
/// let savedNotes = Saved("notes", version: 2, [Note].self)
///   .migrating(from: 1, [String].self) { texts in texts.map { Note(text: $0) } }
/// ```
///
/// A chain of migrations is checked by the compiler: each step ends where the one before it begins.
public struct Saved<Value: Codable & Sendable, Oldest: Decodable & Sendable>: Sendable {
  package let definition: SavedDefinition<Value>
  private let oldestVersion: Int
  private let upgrade: @Sendable (Oldest) throws -> Value

  /// The id under which the value is kept.
  public var id: String { definition.id }
  /// The version of the value's type.
  public var version: Int { definition.version }

  private init(
    _ definition: SavedDefinition<Value>,
    oldestVersion: Int,
    upgrade: @escaping @Sendable (Oldest) throws -> Value
  ) {
    self.definition = definition
    self.oldestVersion = oldestVersion
    self.upgrade = upgrade
  }

  /// Adds an older version, whose values `step` turns into those of the next version that is known.
  ///
  /// Ends the program, at the line of the call, if the version is not older than those that are known.
  ///
  /// - Parameters:
  ///   - version: The older version.
  ///   - older: The type of its values.
  ///   - fileID: The file of the call; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - step: The migration, called off the main actor or on it, as loading is. What it throws makes the record damaged.
  /// - Returns: the saved value with the older version.
  public func migrating<Older: Decodable & Sendable>(
    from version: Int,
    _ older: Older.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ step: @escaping @Sendable (Older) throws -> Oldest
  ) -> Saved<Value, Older> {
    guard version < oldestVersion, version >= 1 else {
      fatalError(
        """
        The saved value '\(id)' was given a migration from version \(version), after one from version \(oldestVersion).

        Each migration leads from an older version, of 1 or more, to the one before it.

        Name the versions from the newest to the oldest, each once.
        """,
        file: fileID,
        line: line
      )
    }
    var definition = definition
    let format = definition.format
    let upgrade = { [upgrade] older in try upgrade(step(older)) } as @Sendable (Older) throws -> Value
    definition.decoders[version] = { try upgrade(format.decoded(Older.self, from: $0)) }
    return Saved<Value, Older>(definition, oldestVersion: version, upgrade: upgrade)
  }
}

extension Saved where Oldest == Value {
  /// Creates a saved value without older versions.
  ///
  /// - Parameters:
  ///   - id: The id under which it is kept, unique in its storage.
  ///   - version: The version of its type: raise it when older bytes cannot be decoded any more, and add a migration.
  ///   - value: The type of the value.
  ///   - format: How it is encoded.
  ///   - fileID: The file of the call, for the message about an empty id; leave it out.
  ///   - line: The line of the call; leave it out.
  public init(
    _ id: String,
    version: Int = 1,
    _ value: Value.Type = Value.self,
    format: SavedFormat = .json,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard !id.isEmpty else {
      fatalError(
        """
        A saved value was given an empty id.

        The id names its file, or its entry in the defaults.

        Give each saved value an id of its own.
        """,
        file: fileID,
        line: line
      )
    }
    let definition = SavedDefinition<Value>(
      id: id,
      version: version,
      format: format,
      decoders: [version: { try format.decoded(Value.self, from: $0) }]
    )
    self.init(definition, oldestVersion: version) { $0 }
  }
}

/// A saved value without the type of its oldest version.
package struct SavedDefinition<Value: Codable & Sendable>: Sendable {
  package let id: String
  package let version: Int
  package let format: SavedFormat
  /// The ways in which the payloads of all known versions become values.
  package var decoders: [Int: @Sendable (Data) throws -> Value]
}
