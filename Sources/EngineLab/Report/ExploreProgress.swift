/// Shows how many schedules were tried, and how much time is left: on a terminal a bar that changes in place.
///
/// Elsewhere a line for each tenth, so that a log stays readable. A terminal is written to at most ten times a second.
@MainActor
final class ExploreProgress {
  let start: Duration
  private(set) var done = 0
  private let count: Int
  private let console: Console
  private var shownAt: Duration?
  private var shownTenths = 0
  private var shownWidth = 0

  init(count: Int, console: Console, start: Duration) {
    self.count = count
    self.console = console
    self.start = start
  }

  /// Notes that so many were tried.
  func show(_ done: Int, at time: Duration) {
    self.done = done
    if let width = console.terminalWidth {
      if done < count, let shownAt, time - shownAt < .milliseconds(100) { return }
      shownAt = time
      let text = bar(width: width - 1, at: time)
      console.error("\r" + text + String(repeating: " ", count: max(0, shownWidth - text.count)))
      shownWidth = text.count
    } else if done * 10 / count > shownTenths {
      shownTenths = done * 10 / count
      console.error(words(at: time) + "\n")
    }
  }

  /// Removes the bar from a terminal.
  func clear() {
    if shownWidth == 0 { return }
    console.error("\r" + String(repeating: " ", count: shownWidth) + "\r")
    shownWidth = 0
  }

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
