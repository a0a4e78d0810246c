/// Text search over the files of a folder: debounced, and the newest query cancels the one before it.
package enum SearchFeature: LabFeature {
  /// What is searched, and how.
  package typealias Parameters = SearchParameters
  /// What a user can do.
  package typealias Command = SearchCommand
  /// What a report tells of.
  package typealias Event = SearchEvent
  /// What a user sees.
  package typealias Screen = SearchScreen

  package static func environment(_ parameters: SearchParameters, in world: World) -> SearchEnvironment {
    SearchEnvironment(
      source: world.files,
      parameters: parameters,
      readTime: world.time == .virtual ? parameters.readTime : nil,
      clock: world.clock
    )
  }

  package static func setting(_ parameters: SearchParameters, files: any SearchSource) async throws -> String {
    "Folder \(files.folder), \(try await files.list().paths.count.counting("text file"))"
  }
}
