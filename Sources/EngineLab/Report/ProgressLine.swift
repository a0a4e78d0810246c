/// What a run shows while it goes on: `1.2s  "store"  searching 34/120 files, 12 hits`.
package struct ProgressLine: Equatable, Sendable {
  /// The time since the beginning.
  package var elapsed: Duration

  /// The text of the search field.
  package var query: String

  /// What the feature does at the moment.
  package var activity: Activity

  /// Creates a line.
  package init(elapsed: Duration, query: String, activity: Activity) {
    self.elapsed = elapsed
    self.query = query
    self.activity = activity
  }

  /// The line as text, without a line end.
  ///
  /// - Parameter width: The number of columns to fill at most, or nil for any number.
  /// - Returns: The line; one that had to be cut ends with three dots.
  package func text(width: Int? = nil) -> String {
    let line = "\(TimeText.seconds(elapsed, places: 1))  \"\(query.printable)\"  \(activity.text)"
    guard let width, line.maximumColumns > width else { return line }
    let ellipsis = "..."
    var rest = max(0, width - ellipsis.count)
    let cut = line.prefix { character in
      rest -= String(character).maximumColumns
      return rest >= 0
    }
    return String(cut + ellipsis.prefix(max(0, width)))
  }
}
