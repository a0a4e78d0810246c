/// What a download feature uses of the world, the same for every engine.
package struct DownloadEnvironment: Sendable {
  /// Where the file is.
  package var server: DownloadServer

  /// Creates an environment.
  package init(server: DownloadServer) {
    self.server = server
  }
}
