extension ReduxDownload.Action: RecordedAction {
  var event: DownloadEvent? {
    switch self {
    case .startTapped: .startRequested
    case .cancelTapped: .cancelRequested
    case .started: .started
    case .progressed(let progress): progress.completesQuarter ? .progressed(progress) : nil
    case .finished: .finished
    case .failed(let message): .failed(message)
    }
  }
}
