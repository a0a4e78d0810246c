import ArgumentParser

/// The command line tool, for the executable to run.
@MainActor
public enum EngineLabTool {
  /// Runs the tool on the engines of the package, with the standard streams and Ctrl-C.
  ///
  /// - Parameter arguments: The arguments, without the name of the tool.
  /// - Returns: The exit status.
  public static func run(arguments: [String]) async -> Int32 {
    let status = await EngineLabCommand.run(
      arguments: arguments,
      engines: LabEngine.all,
      console: .standard,
      stopwatch: .wall,
      startWorker: { try ExploreWorker.start($0) },
      interrupts: { await Interrupts.stream() }
    )
    return status.rawValue
  }
}

/// The `engine-lab` command: plays scenario files on the engines.
///
/// Parsing only collects arguments; ``run(arguments:engines:console:stopwatch:interrupts:)`` does the work.
struct EngineLabCommand: ParsableCommand {
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
  /// Runs the command line tool on any console, where every error is exactly one message.
  ///
  /// Without a stopwatch the same comparison prints the same every time, without `startWorker` one process plays all
  /// schedules. The first value of the interrupts, which are for `run` and `explore` only, cancels what goes on.
  @MainActor static func run(
    arguments: [String],
    engines: [LabEngine],
    console: Console,
    stopwatch: Stopwatch? = nil,
    startWorker: (([String]) throws -> ExploreWorker)? = nil,
    interrupts: () async -> AsyncStream<Void>
  ) async -> LabStatus {
    let command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments)
    } catch {
      return report(parsing: error, console: console)
    }
    do {
      switch command {
      case let command as CompareCommand:
        return try await command.execute(engines: engines, console: console, stopwatch: stopwatch)
      case let command as ExploreCommand:
        let interrupts = await interrupts()
        return try await command.execute(
          engines: engines,
          console: console,
          interrupts: interrupts,
          start: startWorker
        )
      case let command as RunCommand:
        return try await command.execute(engines: engines, console: console, interrupts: await interrupts())
      case let command as EnginesCommand:
        return try command.execute(engines: engines, console: console)
      case let command as ScenariosCommand:
        return try command.execute(console: console)
      case is EngineLabCommand:
        console.error(helpMessage() + "\n")
        return .badInput
      default:
        // The parser's own help command: running it throws the help.
        var command = command
        do {
          try command.run()
          return .success
        } catch {
          return report(parsing: error, console: console)
        }
      }
    } catch {
      return end(with: error, console: console)
    }
  }

  /// Prints an error.
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
