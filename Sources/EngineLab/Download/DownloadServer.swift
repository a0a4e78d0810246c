/// A server that has one file, and takes its time on a clock.
struct DownloadServer: Sendable {
  let parameters: Download.Parameters
  let clock: any Clock<Duration>

  /// Downloads the file from its beginning.
  ///
  /// - Returns: How far the download has come, after each chunk.
  func download() -> Chunks {
    Chunks(parameters: parameters, clock: clock)
  }

  /// A download under way: how far it has come, after each chunk.
  struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let parameters: Download.Parameters
    let clock: any Clock<Duration>
    var received = 0

    func makeAsyncIterator() -> Chunks { self }

    /// Waits for the next chunk.
    ///
    /// - Throws: A ``DownloadError``, or `CancellationError` once the task is cancelled.
    mutating func next() async throws -> Download.Progress? {
      let chunk = Swift.min(parameters.chunk, parameters.size - received)
      guard chunk > 0 else { return nil }
      try await clock.sleep(for: parameters.chunkTime)
      received += chunk
      if let breaksAt = parameters.breaksAt, received > breaksAt { throw DownloadError.connectionLost }
      return Download.Progress(received: received, total: parameters.size, chunk: chunk)
    }
  }
}

/// Why a download can fail.
enum DownloadError: Error, Equatable, CustomStringConvertible {
  /// The connection broke before the whole file had come.
  case connectionLost

  /// The reason in a few words.
  var description: String { "the connection was lost" }
}
