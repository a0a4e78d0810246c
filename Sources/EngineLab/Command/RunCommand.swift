import ArgumentParser

/// `engine-lab run FILE --engine NAME`: plays a scenario on one engine in real time, with live progress.
struct RunCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play a scenario on one engine in real time, with live progress. Ctrl-C cancels.",
    discussion: """
      EXAMPLES:
        engine-lab run Scenarios/search.json --engine elm
        engine-lab run Scenarios/download.json --engine elm
        engine-lab run Scenarios/search.json --engine elm --record session.jsonl

      Progress goes to standard error and the report to standard output, so 'engine-lab run … >report.txt' keeps the \
      report alone. A recorded session answers 'engine-lab why'; where it cannot be written, the run goes on without \
      it, and the exit status is 2.
      """
  )

  @Argument(help: "The scenario file.")
  var file: String

  @Option(help: "The name of the engine; 'engine-lab engines' lists them.")
  var engine: String

  @Option(help: "The folder that a search scenario searches; others need none.")
  var folder = "Sources"

  @Option(help: "The file that the session is written to, a line for each thing that happens.")
  var record: String?

  @MainActor func execute(in context: LabContext) async throws -> LabStatus {
    let console = context.console
    let engine = try context.engines.named(engine)
    let scenario = try Scenario(contentsOf: file, engines: context.engines.map(\.name))
    try scenario.refuseDeviations(in: file)
    let files = try scenario.script.parameters.files(inFolderAt: folder)
    let output = record.map { OutputFile(path: $0, noun: "record") }
    try output?.check(sparing: files.ids.union([FileProbe.id(ofFileAt: file)].compactMap { $0 }))
    let progress = ProgressWriter(console: console)
    var isIncomplete = false
    let session = output.map { output in
      SessionOutput(file: output, scenario: file) { error in
        isIncomplete = true
        progress.note("\(error) The run goes on without it.")
      }
    }
    let (result, isInterrupted) = await interruptible(by: await context.interrupts()) {
      try await scenario.script.run(on: engine, files: files, session: session) { progress.show($0) }
    }
    progress.clear()
    if isInterrupted {
      console.error(Self.closingLine(progress.last))
      return .interrupted
    }
    let setting = scenario.script.parameters.setting(files: files)
    let whole = LabReport(title: scenario.title, setting: setting, time: .real, runs: [try result.get()])
    try console.output(TextRenderer.render(whole, styler: console.styler))
    return isIncomplete ? .badInput : .success
  }

  /// Returns the last line of an interrupted run, with its line feed.
  static func closingLine(_ last: ProgressLine?) -> String {
    guard let last else { return "Interrupted before anything happened.\n" }
    return "Interrupted. Last seen: \(last.text())\n"
  }
}
