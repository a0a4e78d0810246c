extension DownloadServer {
  /// A download under way: how far it has come, after each chunk.
  package struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let parameters: DownloadParameters
    private let clock: any Clock<Duration>
    private var received = 0

    init(parameters: DownloadParameters, clock: any Clock<Duration>) {
      self.parameters = parameters
      self.clock = clock
    }

    package func makeAsyncIterator() -> Chunks { self }

    /// Waits for the next chunk.
    ///
    /// - Throws: A ``DownloadError``, or `CancellationError` once the task is cancelled.
    package mutating func next() async throws -> DownloadProgress? {
      let chunk = Swift.min(parameters.chunk, parameters.size - received)
      guard chunk > 0 else { return nil }
      try await clock.sleep(for: parameters.chunkTime)
      received += chunk
      if let breaksAt = parameters.breaksAt, received > breaksAt { throw DownloadError.connectionLost }
      return DownloadProgress(received: received, total: parameters.size, chunk: chunk)
    }
  }
}
