/// What the download feature can be doing.
package enum DownloadActivity: Equatable, Sendable {
  /// Nothing was asked for.
  case idle
  /// Chunks are coming.
  case downloading
  /// The whole file has come.
  case finished
  /// The user has cancelled.
  case cancelled
  /// The download ended with an error.
  case failed(String)

  /// The activity in a few words.
  package var text: String {
    switch self {
    case .idle: "idle"
    case .downloading: "downloading"
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed(let message): "failed: \(message.printable)"
    }
  }
}
