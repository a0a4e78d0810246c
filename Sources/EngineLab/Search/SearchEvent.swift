/// What a report tells of a search.
package enum SearchEvent: FeatureEvent {
  /// The user typed this text.
  case typed(String)
  /// The user asked to cancel.
  case cancelRequested
  /// The user emptied the field.
  case cleared
  /// A search for the query started, after its debounce.
  case started(String)
  /// A started search ended before its time.
  case stopped(String, StopReason)
  /// A search read all files.
  case finished(String, hits: Int, files: Int)
  /// A search ended with an error.
  case failed(String, message: String)

  package var text: String {
    switch self {
    case .typed(let text): "typed \"\(text.printable)\""
    case .cancelRequested: "cancel requested"
    case .cleared: "cleared"
    case .started(let query): "search started \"\(query.printable)\""
    case .stopped(let query, let reason): "search cancelled \"\(query.printable)\" (\(reason.rawValue))"
    case .finished(let query, let hits, let files):
      "search finished \"\(query.printable)\": \(hits.counting("hit")) in \(files.counting("file"))"
    case .failed(let query, let message): "search failed \"\(query.printable)\": \(message.printable)"
    }
  }

  package var work: WorkChange? {
    switch self {
    case .started(let query): .begins(query)
    case .finished, .failed: .ends
    case .typed, .cancelRequested, .cleared, .stopped: nil
    }
  }
}
