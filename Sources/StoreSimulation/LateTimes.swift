/// The times from now on at which a schedule makes something late.
struct LateTimes {
  private var times: [(start: Duration, end: Duration)] = []

  /// Adds a time, and removes those that have passed.
  mutating func add(from start: Duration, to end: Duration, at now: Duration) {
    times.removeAll { $0.end <= now }
    times.append((start, end))
  }

  /// Returns how much of the time from now to `end` nothing is late.
  mutating func timeWithout(from now: Duration, to end: Duration) -> Duration {
    times.removeAll { $0.end <= now }
    var total = Duration.zero
    var place = now
    for time in times.sorted(by: { $0.start < $1.start }) where time.end > place {
      guard time.start < end else { break }
      total += max(.zero, time.start - place)
      place = time.end
    }
    return total + max(.zero, end - place)
  }
}
