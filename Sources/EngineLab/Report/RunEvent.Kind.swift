extension RunEvent {
  /// What can happen.
  package enum Kind: Equatable, Sendable {
    /// The user typed this text.
    case typed(String)
    /// The user asked to cancel.
    case cancelRequested
    /// The user emptied the field.
    case cleared
    /// A search for the query started, after its debounce.
    case searchStarted(String)
    /// A started search was cancelled; the reason is a word such as `replaced` or `cancelled`.
    case searchCancelled(String, reason: String)
    /// A search read all files.
    case searchFinished(String, hits: Int, files: Int)
    /// A search ended with an error.
    case searchFailed(String, message: String)

    /// The event in a few words, on one line.
    package var text: String {
      switch self {
      case .typed(let text): "typed \"\(text.printable)\""
      case .cancelRequested: "cancel requested"
      case .cleared: "cleared"
      case .searchStarted(let query): "search started \"\(query.printable)\""
      case .searchCancelled(let query, let reason):
        "search cancelled \"\(query.printable)\" (\(reason.printable))"
      case .searchFinished(let query, let hits, let files):
        "search finished \"\(query.printable)\": \(hits.counting("hit")) in \(files.counting("file"))"
      case .searchFailed(let query, let message):
        "search failed \"\(query.printable)\": \(message.printable)"
      }
    }
  }
}
