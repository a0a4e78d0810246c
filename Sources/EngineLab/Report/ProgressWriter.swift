/// Shows progress: on a terminal one line that changes in place, elsewhere a line for each new phase.
///
/// Carriage returns go to terminals only, so a log stays readable. A terminal is written to at most twenty times a second
/// while the phase stays the same, so that showing progress does not slow down what is shown.
@MainActor
package final class ProgressWriter {
  /// The line given last, shown or not.
  package private(set) var last: ProgressLine?

  private let console: Console
  private var shown: ProgressLine?
  private var shownWidth = 0

  /// Creates a writer that writes to the console's standard error.
  package init(console: Console) {
    self.console = console
  }

  /// Shows a line in place of the last one.
  package func show(_ line: ProgressLine) {
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
  package func clear() {
    if shownWidth == 0 { return }
    console.error("\r" + String(repeating: " ", count: shownWidth) + "\r")
    shownWidth = 0
  }
}
