/// A task that sleeps on a clock that is moved by hand.
package struct ClockSleeper: Sendable {
  let task: TaskRole
  let clock: any ManualClock
  let since: Duration
  let until: Duration

  /// Describes the current task, which is about to sleep until a time of the clock.
  package init(on clock: any ManualClock, until: Duration) {
    self.clock = clock
    self.until = until
    since = clock.time
    task = .current
  }
}

extension ClockSleeper: CustomStringConvertible {
  /// What sleeps, since when and until when, and on which clock.
  package var description: String {
    "\(task), since \(since), until \(until), on the \(type(of: clock)) that is at \(clock.time)"
  }
}
