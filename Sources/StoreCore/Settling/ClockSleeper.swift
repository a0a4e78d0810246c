/// A task that sleeps on a clock that is moved by hand.
package struct ClockSleeper: Sendable {
  let task: TaskRole
  let clock: any ManualClock
  let since: Duration
  let until: Duration
  /// Whether it is the only task of an effect or a handler, which does nothing else meanwhile, as far as that is known.
  let isAlone: Bool

  /// Describes the current task, which is about to sleep until a time of the clock.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - until: The time.
  ///   - isOperation: Whether the task is that of an operation on the main actor, and no child task of it.
  package init(on clock: any ManualClock, until: Duration, isOperation: Bool) {
    self.clock = clock
    self.until = until
    since = clock.time
    task = .current
    isAlone =
      switch task {
      case .effect(let run): run.isCurrentTask
      case .handler: isOperation
      case .throttle: true
      case .other: false
      }
  }
}

extension ClockSleeper: CustomStringConvertible {
  /// What sleeps, since when and until when, and on which clock.
  package var description: String {
    "\(task), since \(since), until \(until), on the \(type(of: clock)) that is at \(clock.time)"
  }
}
