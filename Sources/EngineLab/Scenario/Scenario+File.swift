package import Foundation

extension Scenario {
  /// The size above which a file cannot be a scenario.
  package static let maximumFileSize = 1 << 20

  /// Reads and checks a scenario file.
  ///
  /// - Parameter path: The path of the file; messages name it as it is given here.
  /// - Throws: A ``ScenarioError`` for the first problem in the order of the file.
  package init(contentsOf path: String) throws(ScenarioError) {
    let data: Data
    switch FileProbe.kind(ofFileAt: path) {
    case .missing:
      throw ScenarioError(file: path, reason: "no such file.")
    case .folder:
      throw ScenarioError(file: path, reason: "this is a folder, not a scenario file.")
    case .other:
      throw ScenarioError(file: path, reason: "this is not a regular file.")
    case .file:
      // One byte more than allowed tells a large file without reading all of it.
      guard let contents = FileProbe.contents(ofFileAt: path, upToCount: Self.maximumFileSize + 1) else {
        throw ScenarioError(file: path, reason: "the file cannot be read.")
      }
      data = contents
    }
    try self.init(data: data, file: path)
  }

  /// Reads and checks the contents of a scenario file.
  ///
  /// - Parameters:
  ///   - data: The contents: one JSON object in UTF-8.
  ///   - file: The name of the file, for messages.
  /// - Throws: A ``ScenarioError`` for the first problem in the order of the file. A missing key counts as standing
  ///   where its object begins.
  package init(data: Data, file: String) throws(ScenarioError) {
    if data.count > Self.maximumFileSize {
      throw ScenarioError(file: file, reason: "the file is larger than 1 MiB, the limit for a scenario.")
    }
    let text = try JSONText(data, file: file)
    var reader = ScenarioReader(text: text, file: file)
    self = try reader.read()
  }
}
