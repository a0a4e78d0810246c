/// Progress on standard error: on a terminal one line that changes in place, elsewhere a line for each new phase.
///
/// On a terminal, a line within an interval is skipped while the phase stays the same, so that showing progress does
/// not slow down the work.
@MainActor
class ProgressOutput {
  private let console: Console
  private let interval: Duration
  private var shown: (phase: String, time: Duration)?
  /// The columns of the text that is on a terminal.
  private var width = 0

  init(console: Console, interval: Duration, shown: (phase: String, time: Duration)? = nil) {
    self.console = console
    self.interval = interval
    self.shown = shown
  }

  /// Shows a text instead of the last one; on a terminal one that fits the width.
  final func show(at time: Duration, phase: String, _ text: (_ width: Int?) -> String) {
    if let shown, shown.phase == phase, console.terminalWidth == nil || time - shown.time < interval { return }
    shown = (phase, time)
    guard let terminalWidth = console.terminalWidth else { return console.error(text(nil) + "\n") }
    // The last column stays free: a terminal may wrap a line that fills it.
    let line = text(terminalWidth - 1)
    console.error("\r" + line + String(repeating: " ", count: max(0, width - line.maximumColumns)))
    width = line.maximumColumns
  }

  /// Writes a line of its own; the text is back with the next progress.
  final func note(_ line: String) {
    clear()
    console.error(line + "\n")
  }

  /// Removes the text from a terminal, so that another may follow; does nothing without one.
  final func clear() {
    if width == 0 { return }
    console.error("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }
}

/// The line of a running play: `1.2s  "store"  searching 34/120 files, 12 hits`.
struct ProgressLine: Equatable, Sendable {
  var elapsed: Duration
  /// The current activity, without details that change all the time: while it stays the same, a log shows one line.
  var phase: String
  var progress: String

  /// Returns the line as text, without a line end; if it was cut to a width, it ends with three dots.
  func text(width: Int? = nil) -> String {
    let line = "\(TimeText.seconds(elapsed, places: 1))  \(progress.printable)"
    guard let width, line.maximumColumns > width else { return line }
    let ellipsis = "...".prefix(max(0, width))
    var rest = width - ellipsis.count
    let cut = line.prefix { character in
      rest -= String(character).maximumColumns
      return rest >= 0
    }
    return String(cut + ellipsis)
  }
}

extension ProgressLine {
  init(elapsed: Duration, state: some FeatureState) {
    self.init(elapsed: elapsed, phase: state.phase, progress: state.progressText)
  }
}

/// The progress of a run, shown on a terminal at most twenty times a second while the phase stays the same.
final class ProgressWriter: ProgressOutput {
  /// The line given last, shown or not.
  private(set) var last: ProgressLine?

  init(console: Console) { super.init(console: console, interval: .milliseconds(50)) }

  func show(_ line: ProgressLine) {
    last = line
    show(at: line.elapsed, phase: line.phase) { line.text(width: $0) }
  }
}

/// The progress of an exploration, with the remaining time: a bar on a terminal, elsewhere text for each tenth.
final class ExploreProgress: ProgressOutput {
  private(set) var done = 0
  private let count: Int
  private let start: Duration

  init(count: Int, console: Console, start: Duration) {
    self.count = count
    self.start = start
    super.init(console: console, interval: .milliseconds(100), shown: (phase: "0", time: start))
  }

  /// Shows that `done` schedules were tried.
  func show(_ done: Int, at time: Duration) {
    self.done = done
    show(at: time, phase: "\(done * 10 / count)") { width in
      width.map { bar(width: $0, at: time) } ?? words(at: time)
    }
  }

  private func bar(width: Int, at time: Duration) -> String {
    let words = words(at: time)
    let room = min(30, width - words.count - 3)
    guard room >= 5 else { return String(words.prefix(width)) }
    let filled = done * room / count
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "] " + words
  }

  private func words(at time: Duration) -> String {
    // Limited to a time far beyond any real wait.
    let left = min((time - start) / .seconds(1) * Double(count - done) / Double(max(1, done)), 1_000_000_000)
    return "\(done) of \(count) schedules" + (done < count ? ", \(TimeText.words(.seconds(left))) left" : "")
  }
}
