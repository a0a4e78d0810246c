/// What the search feature can be doing.
package enum SearchActivity: Equatable, Sendable {
  /// Nothing waits or runs.
  case idle
  /// The debounce runs.
  case waiting
  /// Files are being read.
  case searching(SearchProgress)
  /// The search is over, with so many hits.
  case finished(hits: Int)

  /// The activity in a word.
  package var name: String {
    switch self {
    case .idle: "idle"
    case .waiting: "waiting"
    case .searching: "searching"
    case .finished: "finished"
    }
  }

  /// The activity in a few words.
  package var text: String {
    switch self {
    case .idle: "idle"
    case .waiting: "waiting for more text"
    case .searching(let progress):
      "searching \(progress.done)/\(progress.total.counting("file")), \(progress.hits.counting("hit"))"
    case .finished(let hits): "finished, \(hits.counting("hit"))"
    }
  }
}
