extension TestBench {
  /// Carries out a step of the user, which becomes part of the test's story.
  ///
  /// ```swift
  /// await bench.step("taps Pay", at: .seconds(1)) { store.send(.pay) }
  /// ```
  ///
  /// When a failing run is cut down, steps that it does not need are left out. Without a time, the step comes right
  /// after the one before, and effects have not run between the two.
  ///
  /// - Parameters:
  ///   - words: What the user does.
  ///   - time: The time; everything before it happens first. A time that has passed is now. With a seed the step comes
  ///     before or after the sleepers of its time.
  ///   - isRequired: Whether the step is never left out, because a property makes no sense without it.
  ///   - body: Carries out the step.
  public func step(
    _ words: @autoclosure () -> String,
    at time: Duration? = nil,
    isRequired: Bool = false,
    _ body: @MainActor () async throws -> Void
  ) async rethrows {
    try await take(words(), at: time, isRequired: isRequired, body)
  }

  /// Carries out a step, and calls `look` right before it; also at the time of a step that is left out.
  func take(
    _ words: @autoclosure () -> String,
    at time: Duration?,
    isRequired: Bool = false,
    look: (@MainActor () -> Void)? = nil,
    _ body: @MainActor () async throws -> Void
  ) async rethrows {
    stepCount += 1
    let isSkipped = !isRequired && executor.schedule?.skips(step: stepCount) == true
    if isSkipped, isTraced { skippedSteps[stepCount] = words() }
    if isSkipped, look == nil { return }
    if let time { await advance(to: TestClock.Instant(offset: time), beforeStep: stepCount) }
    look?()
    guard !isSkipped else { return }
    if isTraced { story.note(step: words(), at: clock.now.offset) }
    try await body()
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
