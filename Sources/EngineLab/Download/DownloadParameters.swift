/// The parameters of the download feature.
package struct DownloadParameters: Equatable, Sendable {
  /// The size of the file, in KB.
  package var size: Int

  /// The size of a chunk, in KB; the last one may be smaller.
  package var chunk: Int

  /// The time that a chunk takes.
  package var chunkTime: Duration

  /// The KB after which the connection breaks; nil if it holds.
  package var breaksAt: Int?

  /// Creates parameters.
  package init(
    size: Int = 1000,
    chunk: Int = 100,
    chunkTime: Duration = .milliseconds(100),
    breaksAt: Int? = nil
  ) {
    self.size = size
    self.chunk = chunk
    self.chunkTime = chunkTime
    self.breaksAt = breaksAt
  }
}
