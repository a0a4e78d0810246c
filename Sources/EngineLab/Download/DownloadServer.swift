/// A server that has one file, and takes its time on a clock.
package struct DownloadServer: Sendable {
  private let parameters: DownloadParameters
  private let clock: any Clock<Duration>

  /// Creates a server.
  package init(parameters: DownloadParameters, clock: any Clock<Duration>) {
    self.parameters = parameters
    self.clock = clock
  }

  /// Downloads the file from its beginning.
  ///
  /// - Returns: How far the download has come, after each chunk.
  package func download() -> Chunks {
    Chunks(parameters: parameters, clock: clock)
  }
}
