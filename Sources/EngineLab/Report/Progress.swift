/// A line on standard error that changes in place, where that is a terminal.
@MainActor
private struct TerminalLine {
  let console: Console
  private var width = 0

  init(console: Console) { self.console = console }

  /// Shows a text in place of the last one.
  mutating func show(_ text: String) {
    console.error("\r" + text + String(repeating: " ", count: max(0, width - text.maximumColumns)))
    width = text.maximumColumns
  }

  /// Removes the text, so that another may follow; does nothing without one.
  mutating func clear() {
    if width == 0 { return }
    console.error("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }
}

// MARK: - Runs

/// The line of a run that goes on: `1.2s  "store"  searching 34/120 files, 12 hits`.
struct ProgressLine: Equatable, Sendable {
  var elapsed: Duration
  /// What goes on, without what changes all the time: as long as it stays the same, a log shows one line.
  var phase: String
  var progress: String

  /// The line as text, without a line end; one that had to be cut to a width ends with three dots.
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

/// Shows the progress of a run: on a terminal one line that changes in place, elsewhere a line for each new phase.
///
/// A terminal is written to at most twenty times a second while the phase stays the same, so that showing progress does
/// not slow down what is shown.
@MainActor
final class ProgressWriter {
  /// The line given last, shown or not.
  private(set) var last: ProgressLine?

  private let console: Console
  private var line: TerminalLine
  private var shown: ProgressLine?

  /// Creates a writer that writes to the console's standard error.
  init(console: Console) {
    self.console = console
    line = TerminalLine(console: console)
  }

  /// Shows a line in place of the last one.
  func show(_ new: ProgressLine) {
    last = new
    let isSamePhase = shown?.phase == new.phase
    if let width = console.terminalWidth {
      if isSamePhase, let shown, new.elapsed - shown.elapsed < .milliseconds(50) { return }
      // The last column stays free: a terminal may wrap a line that fills it.
      line.show(new.text(width: width - 1))
    } else if !isSamePhase {
      console.error(new.text() + "\n")
    }
    shown = new
  }

  func clear() { line.clear() }
}

// MARK: - Explorations

/// Shows how many schedules were tried, and how much time is left: on a terminal a bar that changes in place.
///
/// Elsewhere a line for each tenth, so that a log stays readable. A terminal is written to at most ten times a second.
@MainActor
final class ExploreProgress {
  let start: Duration
  private(set) var done = 0
  private let count: Int
  private let console: Console
  private var line: TerminalLine
  private var shownAt: Duration?
  private var shownTenths = 0

  init(count: Int, console: Console, start: Duration) {
    self.count = count
    self.console = console
    self.start = start
    line = TerminalLine(console: console)
  }

  /// Notes that so many were tried.
  func show(_ done: Int, at time: Duration) {
    self.done = done
    if let width = console.terminalWidth {
      if done < count, let shownAt, time - shownAt < .milliseconds(100) { return }
      shownAt = time
      line.show(bar(width: width - 1, at: time))
    } else if done * 10 / count > shownTenths {
      shownTenths = done * 10 / count
      console.error(words(at: time) + "\n")
    }
  }

  func clear() { line.clear() }

  private func bar(width: Int, at time: Duration) -> String {
    let words = words(at: time)
    let room = min(30, width - words.count - 3)
    guard room >= 5 else { return String(words.prefix(width)) }
    let filled = done * room / count
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "] " + words
  }

  private func words(at time: Duration) -> String {
    let left = (time - start) * (count - done) / max(1, done)
    return "\(done) of \(count) schedules" + (done < count ? ", \(TimeText.words(left)) left" : "")
  }
}
