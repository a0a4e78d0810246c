/// How far a download has come.
package struct DownloadProgress: Equatable, Sendable {
  /// The KB that have come.
  package var received: Int

  /// The KB of the whole file; 0 until the first chunk tells.
  package var total: Int

  /// The KB that came last.
  package var chunk: Int

  /// Creates a progress value.
  package init(received: Int = 0, total: Int = 0, chunk: Int = 0) {
    self.received = received
    self.total = total
    self.chunk = chunk
  }

  /// The quarters of the file that have come.
  package var quarters: Int { total == 0 ? 0 : Quarter.count(received, of: total) }

  /// Whether the last chunk has completed a quarter of the file.
  package var completesQuarter: Bool {
    quarters > Quarter.count(received - chunk, of: total)
  }

  /// The progress in a few words.
  package var text: String { total == 0 ? "nothing" : "\(received) of \(total) KB" }
}
