import ArgumentParser

/// A command of the tool: parsing only collects its arguments.
protocol LabCommand: ParsableCommand {
  /// Does the work; bad input throws a ``LabError``.
  @MainActor func execute(in context: LabContext) async throws -> LabStatus
}

/// The time since some moment, by which a comparison tells how long each engine took.
typealias Stopwatch = @Sendable () -> Duration

/// What a command works with, beside its arguments.
struct LabContext {
  var engines: [LabEngine]
  var console: Console
  /// Tells how long each engine took; without one the same comparison prints the same every time.
  var stopwatch: Stopwatch?
  /// Starts this tool with other arguments; without it one process plays all schedules.
  var startWorker: (([String]) throws -> ExploreWorker)?
  /// What cancels a run or an exploration, by the first value.
  var interrupts: () async -> AsyncStream<Void>
}

/// The exit status of the command, for scripts to rely on.
enum LabStatus: Int32, Equatable, Sendable {
  /// All went well, and the engines agree.
  case success = 0
  case disagreement = 1
  /// The arguments, the scenario or the folder are not usable, what they ask for never came, or what was to be written
  /// cannot be.
  case badInput = 2
  /// Ctrl-C ended the run: 128 and the number of the signal.
  case interrupted = 130

  init(_ agreement: LabReport.Agreement) { self = agreement == .differ ? .disagreement : .success }

  init(_ error: any Error) { self = error is LabError ? .badInput : .disagreement }
}
