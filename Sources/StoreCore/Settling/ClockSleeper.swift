/// A clock that stands still until a test moves it, and tells an executor's record who sleeps on it.
package protocol ManualClock: AnyObject, Sendable {
  /// The executor of the effects that sleep on the clock.
  var executor: any EffectExecutor { get }
  /// The time, as the distance from the clock's beginning.
  var time: Duration { get }
  /// How long a wait for a sleeper goes on, by the system's clock, while nothing that can be seen runs.
  var waitLimit: Duration { get }
}

/// A task that sleeps on a clock that is moved by hand.
package struct ClockSleeper: Sendable {
  /// What cannot continue before the sleeper wakes.
  enum Purpose: Sendable {
    case effect(EffectRun)
    case handler(HandlerCall)
    case throttle(ThrottleTimer)
    /// Nothing, as in a timeout, or nothing of a store.
    case other
  }

  let purpose: Purpose
  let clock: any ManualClock
  let since: Duration
  let until: Duration

  /// Describes the current task, which is about to sleep until a time of the clock.
  package init(on clock: any ManualClock, until: Duration) {
    self.clock = clock
    self.until = until
    since = clock.time
    purpose =
      if TimeoutWait.isCurrent {
        .other
      } else if let timer = ThrottleTimer.current {
        .throttle(timer)
      } else if let run = CurrentEffect.run {
        .effect(run)
      } else if let call = EffectTable.handlerCall {
        .handler(call)
      } else {
        .other
      }
  }
}

extension ClockSleeper: CustomStringConvertible {
  /// What sleeps, since when and until when, and on which clock.
  package var description: String {
    let title =
      switch purpose {
      case .effect(let run): run.info.title
      case .handler(let call): "the handler of \(RepeatedActions.words(for: call.action))"
      case .throttle(let timer): "the interval of the throttle '\(timer.id)'"
      case .other: "a task"
      }
    return "\(title), since \(since), until \(until), on the \(type(of: clock)) that is at \(clock.time)"
  }
}

/// The wait for the end of a throttle's interval, as clocks that are moved by hand know it.
struct ThrottleTimer: Sendable {
  @TaskLocal static var current: ThrottleTimer?

  let table: EffectTable
  let id: EffectID
}
