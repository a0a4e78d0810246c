// The timers and polls that the effects of all engines have. They use the store's clock, unless given their own. With an
// `id`, a running effect of the same name is cancelled first. An interval of zero or less ends the process with a message
// at the line of the call: leave `fileID` and `line` out.
extension StoreEffect {
  /// Sends an action after each interval, until it is cancelled.
  ///
  /// ```swift
  /// .timer(every: .seconds(1), id: "clock") { .ticked }
  /// ```
  ///
  /// Ticks come at multiples of the interval from the beginning, and do not drift. A tick is made when the one before
  /// has been handled: a store that is late gets one tick, at once, for all that it has missed. Between two ticks the
  /// effect is a stream that waits, so ``Runtime/settle()`` and ``SendHandle/tree`` do not wait for it. The action is
  /// made off the main actor.
  public static func timer<ID: Hashable & Sendable>(
    every interval: Duration,
    id: ID? = EffectID?.none,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @Sendable () -> Action
  ) -> Self {
    Timetable.check(interval, of: "timer", fileID, line)
    return ticking(.timer, every: interval, id, clock) { action() }
  }

  /// Runs an operation at once and then with each interval, and sends the actions it returns, until it is cancelled.
  ///
  /// ```swift
  /// .poll(every: .seconds(30), id: "mail") { .received(try await mail.fetch()) }
  /// ```
  ///
  /// The operation begins at multiples of the interval from the beginning, and does not drift. It never overlaps
  /// itself, and begins only when the action before has been handled: the times that have passed meanwhile are skipped.
  /// Between two runs of the operation the effect is a stream that waits; ``Runtime/settle()`` waits for a run. A
  /// timeout around it limits the whole poll: to limit each run, let a ``timer(every:id:clock:fileID:line:action:)`` launch
  /// a task with a timeout. An error ends the poll and is handled
  /// like a task's; a ``StoreEffect/retry(_:clock:)`` begins the poll anew. To go on after an error, have the
  /// operation return an action for it. The operation runs off the main actor.
  public static func poll<ID: Hashable & Sendable>(
    every interval: Duration,
    id: ID? = EffectID?.none,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: @escaping @concurrent @Sendable () async throws -> Action
  ) -> Self {
    Timetable.check(interval, of: "poll", fileID, line)
    return ticking(.poll, every: interval, id, clock) { try await operation() }
  }

  private static func ticking(
    _ kind: Timetable.Kind,
    every interval: Duration,
    _ id: (some Hashable & Sendable)?,
    _ clock: (any Clock<Duration>)?,
    _ make: @escaping @concurrent @Sendable () async throws -> AnyAction
  ) -> Self {
    let clock = EffectClock(explicit: clock)
    let interval = EffectClock.wait(for: interval)
    let body = EffectOperation.Body.stream { inlet in
      try await inlet.tick(Timetable(kind, every: interval), on: clock.chosen, make)
    }
    return program(.operation(body, EffectOptions(id: id.map { EffectID($0) }), isRepeatable: true))
  }
}

extension Timetable {
  fileprivate static func check(_ interval: Duration, of word: String, _ fileID: StaticString, _ line: UInt) {
    require(interval > .zero, fileID, line) {
      """
      A \(word) was given the interval \(interval).

      It is the time from one to the next: with none, they would come as fast as they are handled, and keep a \
      processor busy.

      Give it an interval of more than zero.
      """
    }
  }
}

extension StreamInlet {
  /// Hands over an element at each time of a timetable, when the one before has been handled.
  fileprivate func tick<C: Clock<Duration>>(
    _ timetable: Timetable,
    on clock: C,
    _ make: @concurrent @Sendable () async throws -> AnyAction
  ) async throws {
    buffer.limitToOne()
    defer { executor.setAsking(false) }
    var timetable = timetable
    let beginning = clock.now
    while !run.isCancelled, let time = timetable.next(at: beginning.duration(to: clock.now)) {
      executor.setAsking(true)
      try await clock.sleep(until: beginning.advanced(by: time), tolerance: nil)
      // While an element is made, the effect is not a stream that waits.
      executor.setAsking(false)
      try EffectClock.checkCancellation()
      timetable.reach(time, at: beginning.duration(to: clock.now))
      await forward(try await make())
    }
  }
}

/// The times at which a timer ticks or a poll begins, as multiples of the interval from the beginning, without drift.
package struct Timetable {
  package enum Kind: Sendable {
    /// Ticks after each interval. Missed ticks become one, at once.
    case timer
    /// Begins at once, and then with each interval. Missed times are skipped.
    case poll
  }

  private let kind: Kind
  private let interval: Duration
  /// The time that was reached last.
  private var last: Duration?

  package init(_ kind: Kind, every interval: Duration) {
    self.kind = kind
    self.interval = interval
  }

  /// The time to wait for next, which may have passed; `nil` after the last possible one.
  package func next(at now: Duration) -> Duration? {
    guard let last else { return kind == .poll ? .zero : interval }
    guard let following = time(after: last) else { return nil }
    guard kind == .poll, following < now else { return following }
    let latest = latest(at: now)
    return latest == now ? now : time(after: latest)
  }

  private func time(after time: Duration) -> Duration? {
    let (sum, isOver) = time.attoseconds.addingReportingOverflow(interval.attoseconds)
    return isOver ? nil : Duration(attoseconds: sum)
  }

  /// Notes that a time was waited for, until `now`: the times that have passed meanwhile are reached too.
  package mutating func reach(_ time: Duration, at now: Duration) {
    last = max(time, latest(at: now))
  }

  /// The last time that has passed.
  private func latest(at now: Duration) -> Duration {
    Duration(attoseconds: interval.attoseconds * (now.attoseconds / interval.attoseconds))
  }
}
