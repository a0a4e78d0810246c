/// The lines of a run that goes on: `1.2s  "store"  searching 34/120 files, 12 hits`.
struct ProgressLine: Equatable, Sendable {
  /// The time since the beginning.
  var elapsed: Duration
  /// What goes on, without what changes all the time: as long as it stays the same, a log shows one line.
  var phase: String
  /// What goes on.
  var progress: String

  /// The line as text, without a line end.
  ///
  /// - Parameter width: The number of columns to fill at most, or nil for any number.
  /// - Returns: The line; one that had to be cut ends with three dots.
  func text(width: Int? = nil) -> String {
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

extension ProgressLine {
  /// Creates the line of what the user sees.
  init(elapsed: Duration, state: some FeatureState) {
    self.init(elapsed: elapsed, phase: state.phase, progress: state.progressText)
  }
}

/// Shows progress: on a terminal one line that changes in place, elsewhere a line for each new phase.
///
/// Carriage returns go to terminals only, so a log stays readable. A terminal is written to at most twenty times a second
/// while the phase stays the same, so that showing progress does not slow down what is shown.
@MainActor
final class ProgressWriter {
  /// The line given last, shown or not.
  private(set) var last: ProgressLine?

  private let console: Console
  private var shown: ProgressLine?
  private var shownWidth = 0

  /// Creates a writer that writes to the console's standard error.
  init(console: Console) {
    self.console = console
  }

  /// Shows a line in place of the last one.
  func show(_ line: ProgressLine) {
    last = line
    let isSamePhase = shown?.phase == line.phase
    if let width = console.terminalWidth {
      if isSamePhase, let shown, line.elapsed - shown.elapsed < .milliseconds(50) { return }
      // The last column stays free: a terminal may wrap a line that fills it.
      let text = line.text(width: width - 1)
      let padding = String(repeating: " ", count: max(0, shownWidth - text.maximumColumns))
      console.error("\r" + text + padding)
      shownWidth = text.maximumColumns
    } else if !isSamePhase {
      console.error(line.text() + "\n")
    }
    shown = line
  }

  /// Removes the line from a terminal, so that other text may follow.
  ///
  /// Does nothing elsewhere, or a second time.
  func clear() {
    if shownWidth == 0 { return }
    console.error("\r" + String(repeating: " ", count: shownWidth) + "\r")
    shownWidth = 0
  }
}
