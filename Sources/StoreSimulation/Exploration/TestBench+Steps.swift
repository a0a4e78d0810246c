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
  ///   - time: The time; everything before it happens first. A time that has passed is now.
  ///   - body: Carries out the step.
  public func step(
    _ words: @autoclosure () -> String,
    at time: Duration? = nil,
    _ body: @MainActor () async throws -> Void
  ) async rethrows {
    stepCount += 1
    guard executor.schedule?.skips(step: stepCount) != true else { return }
    if let time { await advance(to: time, beforeStep: stepCount - 1) }
    if isTraced { story.note(step: words(), at: clock.now.offset) }
    try await body()
  }
}
