/// Times that somebody waits, as words.
enum ProgressTime {
  /// Minutes and seconds; tenths of a second below ten seconds.
  static func text(for time: Duration) -> String {
    let tenths = time.components.seconds * 10 + time.components.attoseconds / 100_000_000_000_000_000
    let seconds = tenths / 10
    if seconds < 10 { return "\(seconds).\(tenths % 10) s" }
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
