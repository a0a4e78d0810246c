import StoreCore

extension TestBench {
  /// Carries out a step of the user, which becomes part of the test's story.
  ///
  /// ```swift
  /// await bench.step("taps Pay", at: .seconds(1)) { store.send(.pay) }
  /// await bench.step("taps Pay again", at: .seconds(1), within: .seconds(3)) { store.send(.pay) }
  /// ```
  ///
  /// A store that is alive after a step is kept alive until the next one begins or, after the last one, until all is
  /// quiet: let a store end inside a step, if it is to end.
  ///
  /// When a failing run is cut down, steps that it does not need are left out. Without a time and a window, the step comes
  /// right after the one before, and effects have not run between the two. Numbers that the closure takes from ``random``
  /// depend only on the seed and on which step it is, and leave those of the rest as they are, so that steps that draw
  /// numbers can be left out, too.
  ///
  /// - Parameters:
  ///   - words: What the user does.
  ///   - time: The time; everything before it happens first. A time that has passed is now. With a seed the step comes
  ///     before or after the sleepers of its time.
  ///   - window: How much later the step may come, in whole milliseconds, as the seed chooses; without a seed it comes at
  ///     its time. A negative window ends the program.
  ///   - isRequired: Whether the step is never left out, because a property makes no sense without it.
  ///   - fileID: The file of the call, which is reported if the window is negative; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - body: Carries out the step.
  public func step(
    _ words: @autoclosure () -> String,
    at time: Duration? = nil,
    within window: Duration = .zero,
    isRequired: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @MainActor () async throws -> Void
  ) async rethrows {
    StepTimes.check(window, of: words(), fileID, line)
    try await take(words(), at: time, within: window, isRequired: isRequired, body)
  }

  /// Carries out a step, and calls `look` right before it; also at the earliest time of a step that is left out.
  func take(
    _ words: @autoclosure () -> String,
    at time: Duration?,
    within window: Duration,
    isRequired: Bool = false,
    look: (@MainActor () -> Void)? = nil,
    _ body: @MainActor () async throws -> Void
  ) async rethrows {
    releaseStores()
    defer { keepStores() }
    stepCount += 1
    let number = stepCount
    if skips(number, words(), isRequired) {
      guard let look else { return }
      if let time { await advance(to: TestClock.Instant(offset: time), beforeStep: number) }
      return look()
    }
    let time = StepTimes.time(of: number, at: time, within: window, from: clock.now.offset, executor.schedule)
    try await carryOut(number, words(), at: time, look: look, body)
  }

  /// Carries out steps of the user in the order of the times that the seed chooses within their windows.
  ///
  /// ```swift
  /// await bench.stepsInAnyOrder {
  ///   $0.step("taps Pay", at: .seconds(1), within: .seconds(2)) { store.send(.pay) }
  ///   $0.step("goes back", at: .seconds(2), within: .seconds(1)) { store.send(.closed) }
  /// }
  /// ```
  ///
  /// Without a seed, they come at the beginnings of their windows, those of one time in the order in which they are given.
  /// Their numbers are those of the given order. Steps of which one makes no sense before another need a guard in their
  /// closures.
  ///
  /// - Parameter addSteps: Adds the steps.
  public func stepsInAnyOrder(_ addSteps: @MainActor (inout UserSteps) -> Void) async {
    releaseStores()
    defer { keepStores() }
    var list = UserSteps()
    addSteps(&list)
    let (start, first) = (clock.now.offset, stepCount + 1)
    stepCount += list.steps.count
    var due: [(number: Int, time: Duration, step: UserSteps.Step)] = []
    for (number, step) in zip(first..., list.steps) where !skips(number, step.words(), step.isRequired) {
      let time = StepTimes.time(of: number, at: step.time, within: step.window, from: start, executor.schedule)
      due.append((number, max(start, time ?? start), step))
    }
    for (number, time, step) in due.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
      await carryOut(number, step.words(), at: time, step.body)
    }
  }

  /// Returns whether a step is left out, and keeps its words for the report.
  private func skips(_ number: Int, _ words: @autoclosure () -> String, _ isRequired: Bool) -> Bool {
    guard !isRequired, executor.schedule?.skips(step: number) == true else { return false }
    if isTraced { skippedSteps[number] = words() }
    return true
  }

  private func carryOut(
    _ number: Int,
    _ words: @autoclosure () -> String,
    at time: Duration?,
    look: (@MainActor () -> Void)? = nil,
    _ body: @MainActor () async throws -> Void
  ) async rethrows {
    if let time { await advance(to: TestClock.Instant(offset: time), beforeStep: number) }
    look?()
    noteEncounter()
    if isTraced { story.note(step: words(), at: clock.now.offset) }
    let others = beginChoices(ofStep: number)
    defer { endChoices(others) }
    try await body()
  }

  /// Notes whether the next step comes while an effect runs.
  private func noteEncounter() {
    guard let schedule = executor.schedule, schedule.effects.hasLaunched else { return }
    schedule.encounters.noteStep(whileRunning: executor.activity.hasTasks)
  }

  /// Advances to the time of a step, and lets everything happen that comes before the step.
  private func advance(to time: TestClock.Instant, beforeStep step: Int) async {
    // An effect that was started before may be about to sleep.
    await clock.settle()
    if clock.deadlines.contains(where: { $0 <= time }), executor.schedule?.isFirst(step: step) == true {
      await clock.advance(upTo: time)
    } else {
      await clock.advance(to: time)
    }
  }
}

/// Steps of the user that come in any order, within their windows.
@MainActor
public struct UserSteps {
  struct Step {
    let words: () -> String
    let time: Duration?
    let window: Duration
    let isRequired: Bool
    let body: @MainActor () async -> Void
  }

  private(set) var steps: [Step] = []

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - words: What the user does.
  ///   - time: The time; by default that of the first step of all.
  ///   - window: How much later the step may come, in whole milliseconds, as the seed chooses. A negative window ends the
  ///     program.
  ///   - isRequired: Whether the step is never left out.
  ///   - fileID: The file of the call, which is reported if the window is negative; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - body: Carries out the step.
  public mutating func step(
    _ words: @autoclosure @escaping () -> String,
    at time: Duration? = nil,
    within window: Duration,
    isRequired: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @MainActor () async -> Void
  ) {
    StepTimes.check(window, of: words(), fileID, line)
    steps.append(Step(words: words, time: time, window: window, isRequired: isRequired, body: body))
  }
}

/// The times of steps with windows.
private enum StepTimes {
  static func check(_ window: Duration, of words: @autoclosure () -> String, _ fileID: StaticString, _ line: UInt) {
    guard window < .zero else { return }
    fatalError(
      """
      The step '\(words())' may come within \(window).

      A window is how much later than at its time a step may come: none is negative.

      Give the step the earliest time, and the window from there.
      """,
      file: fileID,
      line: line
    )
  }

  /// Returns the time of a step, or nil for a step that comes right after the one before.
  static func time(
    of number: Int,
    at time: Duration?,
    within window: Duration,
    from now: Duration,
    _ schedule: Schedule?
  ) -> Duration? {
    let lateness = schedule?.lateness(ofStep: number, within: window) ?? .zero
    guard time != nil || lateness > .zero else { return nil }
    return TestClock.Instant(offset: time ?? now).advanced(by: lateness).offset
  }
}
