public import Foundation

extension Saved {
  /// Loads bytes of each version, which a repository keeps for its tests.
  ///
  /// A folder has one file for each version, with the name and the bytes of the copy that a migration keeps, such as
  /// `notes.version-1`. The file of the present version is made by the first call, which throws: look at it, and check it in.
  /// From then on a type that has changed without a new version is found by the test, before it is found by users.
  ///
  /// - Parameters:
  ///   - folder: The folder, beside the test.
  ///   - example: The value of the file that is made.
  /// - Returns: the values by the versions of their bytes, migrated.
  /// - Throws: ``SavedVersionFailure`` if the bytes of a known version are missing, or bytes are no value.
  public func loadVersions(in folder: URL, example: @autoclosure () -> Value) throws -> [Int: Value] {
    try definition.loadVersions(in: folder, example: example)
  }
}

/// A version of a saved value whose bytes a test cannot load.
public struct SavedVersionFailure: Error, CustomStringConvertible {
  /// The version.
  public let version: Int
  /// A sentence that says what is wrong, and what to do.
  public let description: String
}

extension SavedDefinition {
  fileprivate func loadVersions(in folder: URL, example: () -> Value) throws -> [Int: Value] {
    var files = Dictionary(uniqueKeysWithValues: decoders.keys.map { ($0, file(of: $0, in: folder)) })
    // Also those that no migration leads from any more.
    let prefix = file(of: 0, in: folder).lastPathComponent.dropLast()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for version in names.compactMap({ $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }) {
      files[version] = file(of: version, in: folder)
    }
    var values: [Int: Value] = [:]
    for (version, file) in files.sorted(by: { $0.key < $1.key }) {
      guard FileManager.default.fileExists(atPath: file.path) else { throw try missing(version, file, example) }
      values[version] = try value(of: version, in: file)
    }
    return values
  }

  private func file(of version: Int, in folder: URL) -> URL {
    folder.appending(path: "\(SavedFile.name(of: id)).\(KeptCopy.version(version).name(1))")
  }

  private func value(of version: Int, in file: URL) throws -> Value {
    func failure(_ words: String) -> SavedVersionFailure {
      SavedVersionFailure(version: version, description: "'\(file.path)' \(words)")
    }
    do {
      let record = try SavedFile.record(in: Data(contentsOf: file), id: id)
      guard record.version == version else {
        throw SavedDamage("its header says that its version is \(record.version)")
      }
      guard let decode = decoders[version] else {
        throw failure("is of a version that '\(id)' does not know. Add a migration from it.")
      }
      return try decode(record.payload)
    } catch let failure as SavedVersionFailure {
      throw failure
    } catch {
      let reason = (error as? SavedDamage)?.reason ?? "\(error)"
      throw failure(
        """
        is not loaded: \(reason). If the type has changed, raise the version of '\(id)', and add a migration from \(version).
        """
      )
    }
  }

  /// Makes the file of the present version, and says that it is missing; another one cannot be made any more.
  private func missing(_ version: Int, _ file: URL, _ example: () -> Value) throws -> SavedVersionFailure {
    guard version == self.version else {
      return SavedVersionFailure(
        version: version,
        description: """
          '\(file.path)' is missing. Have an app of version \(version) of '\(id)' save, and take its file, or the copy that a \
          migration has kept.
          """
      )
    }
    let mark = SavedMark(writer: "test", generation: 1)
    let record = SavedRecord(version: version, mark: mark, payload: try format.encoded(example()))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try SavedFile.bytes(of: record, id: id).write(to: file)
    return SavedVersionFailure(
      version: version,
      description: "'\(file.path)' was missing, and has been made. Look at it, check it in, and run the test again."
    )
  }
}
