/// A download in chunks, with progress; a new start takes the place of the one before.
package enum DownloadFeature: LabFeature {
  /// What is downloaded, and how fast.
  package typealias Parameters = DownloadParameters
  /// What a user can do.
  package typealias Command = DownloadCommand
  /// What a report tells of.
  package typealias Event = DownloadEvent
  /// What a user sees.
  package typealias Screen = DownloadScreen

  package static func environment(_ parameters: DownloadParameters, in world: World) -> DownloadEnvironment {
    DownloadEnvironment(server: DownloadServer(parameters: parameters, clock: world.clock))
  }

  package static func setting(_ parameters: DownloadParameters, files: any SearchSource) async throws -> String {
    "\(parameters.size) KB in chunks of \(parameters.chunk) KB, \(parameters.chunkTime.shortText) each"
  }
}
