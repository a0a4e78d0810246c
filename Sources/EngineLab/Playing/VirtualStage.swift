package import StoreCore
import StoreTesting

/// A stage in virtual time: the same scenario and files give the same report every time.
package struct VirtualStage: Stage {
  package let world: World
  package let elapsed: @Sendable () -> Duration

  private let clock: TestClock
  private let testExecutor = TestExecutor()

  /// Creates a stage with files to search.
  package init(files: any SearchSource) {
    let clock = TestClock(executor: testExecutor)
    self.clock = clock
    world = World(clock: clock, time: .virtual, files: files)
    elapsed = { clock.now.offset }
  }

  package var executor: (any TaskExecutor)? { testExecutor }

  package var jobCount: Int? { testExecutor.jobCount }

  package var progress: (@MainActor (ProgressLine) -> Void)? { nil }

  package func wait(until time: Duration) async throws {
    try Task.checkCancellation()
    await clock.advance(to: TestClock.Instant(offset: time))
  }

  package func finish(_ store: some StoreEngine, _ handles: [SendHandle]) async {
    await clock.runUntilIdle()
    await store.settle()
  }
}
