import ArgumentParser

/// `engine-lab inspect FILE`: plays a scenario in real time on engines beside each other, with the inspector open.
struct InspectCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Play a scenario in real time, and look into the stores in a browser. Ctrl-C ends.",
    discussion: """
      EXAMPLES:
        engine-lab inspect Scenarios/search.json
        engine-lab inspect Scenarios/search.json --engine elm --engine redux
        engine-lab inspect Scenarios/checkout.json --engine elm --control

      It prints an address, to be opened in a browser of this machine. Each engine has a store with its name. When all is \
      over, the stores and the page stay until Ctrl-C.
      """
  )

  @Argument(help: "The scenario file.")
  var file: String

  @Option(help: "The name of an engine, which may be given several times; by default all engines play.")
  var engine: [String] = []

  @Option(help: "The folder that a search scenario searches; others need none.")
  var folder = "Sources"

  @Flag(help: "Allow the page to send actions again, cancel effects and replace states.")
  var control = false

  @MainActor func execute(in context: LabContext) async throws -> LabStatus {
    let engines = try engine.isEmpty ? context.engines : engine.map { try context.engines.named($0) }
    let scenario = try Scenario(contentsOf: file, engines: context.engines.map(\.name))
    try scenario.refuseDeviations(in: file)
    let files = try scenario.script.parameters.files(inFolderAt: folder)
    guard let startInspector = context.startInspector else {
      throw LabError(subject: "inspect", reason: "this tool was built without the inspector.")
    }
    // Before there is any store.
    startInspector(control)
    let script = scenario.script
    let (result, isInterrupted) = await interruptible(by: await context.interrupts()) {
      let ends = try await withThrowingTaskGroup { group in
        for engine in engines { group.addTask { try await script.play(on: engine, files: files) } }
        var ends: [@MainActor @Sendable () -> Void] = []
        for try await end in group { ends.append(end) }
        return ends
      }
      context.console.error("All is over. The page stays open until Ctrl-C.\n")
      await Self.waitForCancellation()
      for end in ends { end() }
    }
    if isInterrupted, case .failure = result { return .interrupted }
    try result.get()
    return .success
  }

  private static func waitForCancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
  }
}
