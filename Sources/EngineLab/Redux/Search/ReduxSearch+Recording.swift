extension ReduxSearch.Action: RecordedAction {
  var event: SearchEvent? {
    switch self {
    case .typed(let text): .typed(text)
    case .cancelTapped: .cancelRequested
    case .cleared: .cleared
    case .searchStarted(let query): .started(query)
    case .progressed: nil
    case .found(let query, let outcome): .finished(query, hits: outcome.totalHits, files: outcome.files)
    case .failed(let query, let message): .failed(query, message: message)
    }
  }
}
