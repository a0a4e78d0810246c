import ArgumentParser

/// A command of the tool: parsing only collects its arguments.
protocol LabCommand: ParsableCommand {
  /// Does the work; bad input throws a ``LabError``.
  @MainActor func execute(in context: LabContext) async throws -> LabStatus
}

/// A source of the time since some moment, by which a comparison measures each engine.
typealias Stopwatch = @Sendable () -> Duration

/// The context of a command, besides its arguments.
struct LabContext {
  var engines: [LabEngine]
  var console: Console
  /// Measures the time of each engine; without it, the same comparison prints the same every time.
  var stopwatch: Stopwatch?
  /// Starts this tool with other arguments; without it, one process plays all schedules.
  var startWorker: (([String]) throws -> ExploreWorker)?
  /// Starts the inspector, which prints its address, with or without control; without it there is no command for that.
  var startInspector: (@MainActor (_ control: Bool) -> Void)?
  /// A stream whose first value cancels a run or an exploration.
  var interrupts: () async -> AsyncStream<Void>
}

/// The exit status of the command, for scripts to rely on.
enum LabStatus: Int32, Equatable, Sendable {
  /// Everything went well, and the engines agree.
  case success = 0
  case disagreement = 1
  /// The arguments, the scenario or the folder cannot be used, what they ask for never came, or an output cannot be
  /// written.
  case badInput = 2
  /// Ctrl-C ended the run: 128 plus the number of the signal.
  case interrupted = 130

  init(_ agreement: LabReport.Agreement) { self = agreement == .differ ? .disagreement : .success }

  init(_ error: any Error) { self = error is LabError ? .badInput : .disagreement }
}
