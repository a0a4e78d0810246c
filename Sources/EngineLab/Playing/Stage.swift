package import StoreCore

/// Where one engine plays one scenario: the time, and what is around the feature.
///
/// Time begins when the stage is made, so every play has a stage of its own.
@MainActor
package protocol Stage {
  /// What the feature's services are made from.
  var world: World { get }

  /// Where effects run; nil for the global pool.
  var executor: (any TaskExecutor)? { get }

  /// How long the end of a play is waited for before it is given up.
  var settlingLimit: Duration { get }

  /// Who is told besides of what the store does.
  var observers: [any RuntimeObserver] { get }

  /// How many jobs of effects have run so far; nil where nobody counts them.
  var jobCount: Int? { get }

  /// The time since the beginning.
  var elapsed: @Sendable () -> Duration { get }

  /// Whether reports leave out when actions and effects came and went.
  var isBrief: Bool { get }

  /// What is told about each change that is worth showing; nil if nobody watches.
  var progress: (@MainActor (ProgressLine) -> Void)? { get }

  /// Waits for a time, counted from the beginning.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - step: The number of the step that comes then; nil where none does.
  /// - Throws: `CancellationError` once the calling task is cancelled.
  func wait(until time: Duration, beforeStep step: Int?) async throws

  /// Waits until everything that was begun has ended.
  ///
  /// - Parameters:
  ///   - store: The store that does it.
  ///   - handles: What the user has done.
  func finish(_ store: some StoreEngine, _ handles: [SendHandle]) async
}
