/// What a report tells of a download.
package enum DownloadEvent: FeatureEvent {
  /// The user asked for the download.
  case startRequested
  /// The user asked to cancel.
  case cancelRequested
  /// The download began.
  case started
  /// A quarter of the file has come.
  case progressed(DownloadProgress)
  /// The whole file has come.
  case finished
  /// The download ended with an error.
  case failed(String)
  /// The download ended before its time.
  case stopped(StopReason)

  package var text: String {
    switch self {
    case .startRequested: "start requested"
    case .cancelRequested: "cancel requested"
    case .started: "download started"
    case .progressed(let progress): "received \(progress.text)"
    case .finished: "download finished"
    case .failed(let message): "download failed: \(message.printable)"
    case .stopped(let reason): "download \(reason.rawValue)"
    }
  }

  package var work: WorkChange? {
    switch self {
    case .started: .begins("download")
    case .finished, .failed: .ends
    case .startRequested, .cancelRequested, .progressed, .stopped: nil
    }
  }

  package static func stopped(_ work: String, _ reason: StopReason) -> DownloadEvent {
    .stopped(reason)
  }
}
