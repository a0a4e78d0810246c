import Foundation

/// Finds scenario files.
package enum ScenarioFolder {
  /// Finds the JSON files that stand directly in a folder; hidden ones are left out.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Returns: The paths, which begin with the folder's, sorted by name.
  /// - Throws: A ``LabError`` if the folder cannot be read, or has no JSON files.
  package static func files(in folder: String) throws(LabError) -> [String] {
    switch FileProbe.kind(ofFileAt: folder) {
    case .missing: throw LabError(subject: folder, reason: "no such folder.")
    case .file, .other: throw LabError(subject: folder, reason: "this is a file, not a folder.")
    case .folder: break
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw LabError(subject: folder, reason: "the folder cannot be read.")
    }
    let files = names.filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".json") }.sorted(
      by: String.isInByteOrder
    )
    if files.isEmpty { throw LabError(subject: folder, reason: "the folder has no scenario files.") }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return files.map { prefix + $0 }
  }
}
