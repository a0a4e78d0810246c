extension TestBench {
  /// Does what a user does, as a step of the test's story.
  ///
  /// ```swift
  /// await bench.step("taps Pay", at: .seconds(1)) { store.send(.pay) }
  /// ```
  ///
  /// Where a failing run is cut down, steps that it does not need are left out. Without a time the step comes right after
  /// the one before, and effects have not gone on between the two.
  ///
  /// - Parameters:
  ///   - words: What the user does.
  ///   - time: When; all that comes before it happens before. A time that has passed is now.
  ///   - body: Does it.
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
