import ArgumentParser

/// The command line tool, for the executable to run.
@MainActor
public enum EngineLabTool {
  /// Runs the tool with arguments without its name, the standard streams and Ctrl-C, and returns the exit status.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - startInspector: Starts an inspector that prints its address, with or without control.
  /// - Returns: The exit status.
  public static func run(
    arguments: [String],
    startInspector: (@MainActor (_ control: Bool) -> Void)? = nil
  ) async -> Int32 {
    let start = ContinuousClock.now
    let context = LabContext(
      engines: LabEngine.all,
      console: .standard,
      stopwatch: { ContinuousClock.now - start },
      startWorker: { try ExploreWorker.start($0) },
      startInspector: startInspector,
      interrupts: { await Interrupts.stream() }
    )
    return await EngineLabCommand.run(arguments, in: context).rawValue
  }
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
        engine-lab findings Findings
        engine-lab run Scenarios/download.json --engine elm
        engine-lab why session.jsonl search
        engine-lab inspect Scenarios/search.json

      Exit status: 0 when all went well, 1 when engines disagree or fail, 2 for bad arguments, files or folders, \
      for what they ask for and never comes, and for output that cannot be written, 130 after Ctrl-C.
      """,
    subcommands: [
      CompareCommand.self, ExploreCommand.self, FindingsCommand.self, RunCommand.self, WhyCommand.self,
      InspectCommand.self, EnginesCommand.self, ScenariosCommand.self,
    ]
  )
}

extension EngineLabCommand {
  /// Runs the command line tool, which reports every error with exactly one message.
  @MainActor static func run(_ arguments: [String], in context: LabContext) async -> LabStatus {
    let console = context.console
    do {
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
        // The requested help, or a problem with the arguments.
        let message = fullMessage(for: error).printableLines + "\n"
        guard exitCode(for: error) == .success else {
          console.error(message)
          return .badInput
        }
        try console.output(message)
        return .success
      }
      return try await command.execute(in: context)
    } catch {
      console.error("\(error)".printableLines + "\n")
      return LabStatus(error)
    }
  }

  /// Prints the help, because there is no command.
  func execute(in context: LabContext) -> LabStatus {
    context.console.error(Self.helpMessage() + "\n")
    return .badInput
  }
}
