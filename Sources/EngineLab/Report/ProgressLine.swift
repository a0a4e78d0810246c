/// What a run shows while it goes on: `1.2s  "store"  searching 34/120 files, 12 hits`.
package struct ProgressLine: Equatable, Sendable {
  /// The time since the beginning.
  package var elapsed: Duration

  /// What goes on, without what changes all the time: as long as it stays the same, a log shows one line.
  package var phase: String

  /// What goes on.
  package var progress: String

  /// Creates a line.
  package init(elapsed: Duration, phase: String, progress: String) {
    self.elapsed = elapsed
    self.phase = phase
    self.progress = progress
  }

  /// Creates the line of a screen.
  package init(elapsed: Duration, screen: some FeatureScreen) {
    self.init(elapsed: elapsed, phase: screen.phase, progress: screen.progress)
  }

  /// The line as text, without a line end.
  ///
  /// - Parameter width: The number of columns to fill at most, or nil for any number.
  /// - Returns: The line; one that had to be cut ends with three dots.
  package func text(width: Int? = nil) -> String {
    let line = "\(TimeText.seconds(elapsed, places: 1))  \(progress.printable)"
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
