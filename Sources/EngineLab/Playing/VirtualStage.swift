package import StoreCore
import StoreSimulation

/// A stage in virtual time: the same scenario, files and seed give the same report every time.
package struct VirtualStage: Stage {
  package let world: World
  package let elapsed: @Sendable () -> Duration
  package let isBrief: Bool

  private let bench: TestBench

  /// Creates a stage with files to search.
  ///
  /// - Parameters:
  ///   - files: The files to search.
  ///   - seed: Where the choices of the schedule come from; without one things happen in the order in which they became
  ///     ready.
  ///   - isTraced: Whether ``trace`` is written, which takes more time than the play.
  ///   - isBrief: Whether reports leave out when actions and effects came and went.
  package init(files: any SearchSource, seed: UInt64? = nil, isTraced: Bool = false, isBrief: Bool = false) {
    self.isBrief = isBrief
    let bench = TestBench(seed: seed, isTraced: isTraced)
    let clock = bench.clock
    self.bench = bench
    world = World(clock: clock, time: .virtual, files: files)
    elapsed = { clock.now.offset }
  }

  package var executor: (any TaskExecutor)? { bench.executor }

  package var settlingLimit: Duration { StoreOptions.defaultSettlingLimit }

  package var observers: [any RuntimeObserver] { bench.options.observers }

  package var jobCount: Int? { bench.executor.jobCount }

  package var progress: (@MainActor (ProgressLine) -> Void)? { nil }

  /// What happened and what was chosen, step by step.
  var trace: [String] { bench.trace.lines }

  package func wait(until time: Duration, beforeStep step: Int?) async throws {
    try Task.checkCancellation()
    if let step {
      await bench.advance(to: time, beforeStep: step)
    } else {
      await bench.clock.advance(to: TestClock.Instant(offset: time))
    }
  }

  package func finish(_ store: some StoreEngine, _ handles: [SendHandle]) async {
    await bench.clock.runUntilIdle()
    await store.settle()
  }
}
