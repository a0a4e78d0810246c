package import StoreCore

/// A stage in real time, with somebody who watches.
package struct LiveStage: Stage {
  package let world: World
  package let elapsed: @Sendable () -> Duration
  package let progress: (@MainActor (ProgressLine) -> Void)?

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  /// Creates a stage whose time begins now.
  ///
  /// - Parameters:
  ///   - files: The files to search.
  ///   - progress: Called on each change that is worth showing.
  package init(files: any SearchSource, progress: @escaping @MainActor (ProgressLine) -> Void) {
    let clock = clock
    let start = clock.now
    self.start = start
    self.progress = progress
    world = World(clock: clock, time: .real, files: files)
    elapsed = { clock.now - start }
  }

  package var executor: (any TaskExecutor)? { nil }

  /// A day: what is real takes as long as it takes, and whoever watches can interrupt it.
  package var settlingLimit: Duration { .seconds(86_400) }

  package var observers: [any RuntimeObserver] { [] }

  package var jobCount: Int? { nil }

  package var isBrief: Bool { false }

  package func wait(until time: Duration, beforeStep step: Int?) async throws {
    try await clock.sleep(until: start.advanced(by: time))
  }

  package func finish(_ store: some StoreEngine, _ handles: [SendHandle]) async {
    // A store is settled while a stream waits for its next element, so streams are waited for by their handles.
    for handle in handles { await handle.value }
    await store.settle()
  }
}
