package import ArgumentParser

/// The `engine-lab` command: plays scenario files on the engines.
///
/// Parsing only collects arguments; ``run(arguments:engines:)`` does the work, because the engines come from the
/// executable.
package struct EngineLabCommand: ParsableCommand {
  /// The name, the help and the subcommands.
  package static let configuration = CommandConfiguration(
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

  /// Creates a command without arguments.
  package init() {}
}
