import ArgumentParser

/// The command line tool, for the executable to run.
@MainActor
public enum EngineLabTool {
  /// Runs the tool on the engines of the package, with the standard streams and Ctrl-C.
  ///
  /// - Parameter arguments: The arguments, without the name of the tool.
  /// - Returns: The exit status.
  public static func run(arguments: [String]) async -> Int32 {
    let context = LabContext(
      engines: LabEngine.all,
      console: .standard,
      stopwatch: .wall,
      startWorker: { try ExploreWorker.start($0) },
      interrupts: { await Interrupts.stream() }
    )
    return await EngineLabCommand.run(arguments, in: context).rawValue
  }
}

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

/// A command of the tool: parsing only collects its arguments.
protocol LabCommand: ParsableCommand {
  /// Does the work.
  ///
  /// - Throws: A ``LabError`` for bad input.
  @MainActor func execute(in context: LabContext) async throws -> LabStatus
}

/// The `engine-lab` command: plays scenario files on the engines.
struct EngineLabCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine-lab",
    abstract: "Plays scenario files on the engines of Store Engines.",
    discussion: """
      EXAMPLES:
        engine-lab scenarios
        engine-lab engines
        engine-lab compare Scenarios/checkout.json
        engine-lab explore Scenarios/search.json --seeds 1000
        engine-lab run Scenarios/download.json --engine elm

      Exit status: 0 when all went well, 1 when engines disagree or fail, 2 for bad arguments, scenarios or folders \
      and for output that cannot be written, 130 after Ctrl-C.
      """,
    subcommands: [
      CompareCommand.self, ExploreCommand.self, RunCommand.self, EnginesCommand.self, ScenariosCommand.self,
    ]
  )
}

extension EngineLabCommand {
  /// Runs the command line tool, where every error is exactly one message.
  @MainActor static func run(_ arguments: [String], in context: LabContext) async -> LabStatus {
    let command: any LabCommand
    do {
      var parsed = try parseAsRoot(arguments)
      guard let known = parsed as? any LabCommand else {
        // The parser's own help command: running it throws the help.
        try parsed.run()
        return .success
      }
      command = known
    } catch {
      return report(parsing: error, console: context.console)
    }
    do {
      return try await command.execute(in: context)
    } catch {
      return end(with: error, console: context.console)
    }
  }

  /// Prints the help, as there is no command.
  func execute(in context: LabContext) -> LabStatus {
    context.console.error(Self.helpMessage() + "\n")
    return .badInput
  }

  private static func end(with error: any Error, console: Console) -> LabStatus {
    console.error("\(error)\n")
    return LabStatus(error)
  }

  /// Prints what parsing ended with: help that was asked for, or a message.
  private static func report(parsing error: any Error, console: Console) -> LabStatus {
    let message = fullMessage(for: error) + "\n"
    guard exitCode(for: error) == .success else {
      console.error(message)
      return .badInput
    }
    do throws(LabError) {
      try console.output(message)
      return .success
    } catch {
      return end(with: error, console: console)
    }
  }
}

/// The exit status of the command, for scripts to rely on.
enum LabStatus: Int32, Equatable, Sendable {
  /// All went well, and the engines agree.
  case success = 0
  /// The engines disagree.
  case disagreement = 1
  /// The arguments, the scenario or the folder are not usable, or what was to be written cannot be.
  case badInput = 2
  /// Ctrl-C ended the run: 128 and the number of the signal.
  case interrupted = 130

  /// The status of a comparison.
  init(_ agreement: LabReport.Agreement) {
    self = agreement == .differ ? .disagreement : .success
  }

  /// The status of a command that an error ended.
  init(_ error: any Error) {
    self = error is LabError ? .badInput : .disagreement
  }
}
