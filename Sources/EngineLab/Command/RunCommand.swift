package import ArgumentParser

/// `engine-lab run FILE --engine NAME`: plays a scenario on one engine in real time, with live progress.
package struct RunCommand: ParsableCommand {
  /// The name and the help.
  package static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play a scenario on one engine in real time, with live progress. Ctrl-C cancels.",
    discussion: """
      EXAMPLES:
        engine-lab run Scenarios/search.json --engine elm
        engine-lab run Scenarios/download.json --engine elm

      Progress goes to standard error and the report to standard output, so 'engine-lab run … >report.txt' keeps the \
      report alone.
      """
  )

  /// The path of the scenario file.
  @Argument(help: "The scenario file.")
  package var file: String

  /// The name of the engine.
  @Option(help: "The name of the engine; 'engine-lab engines' lists them.")
  package var engine: String

  /// The path of the folder to search.
  @Option(help: "The folder that a search scenario searches; others need none.")
  package var folder = "Sources"

  /// Creates a command for the parser to fill.
  package init() {}

  /// Plays the scenario and prints the report.
  ///
  /// - Parameters:
  ///   - engines: The engines to choose from.
  ///   - console: Where the report and the progress go.
  ///   - interrupts: Yields when the user wants to stop, which cancels the run; iterated until the run has ended.
  /// - Returns: How the run ended.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input, or an ``EngineError``.
  @MainActor func execute(
    engines: LabEngines,
    console: Console,
    interrupts: AsyncStream<Void>
  ) async throws -> LabStatus {
    let engine = try engines.named(engine)
    let scenario = try Scenario(contentsOf: file)
    let extensions = scenario.content.fileExtensions
    let reader = try extensions.map { extensions throws(LabError) in
      try FolderReader(folder: folder, extensions: extensions)
    }
    let files: any SearchSource = reader ?? Corpus.empty
    let progress = ProgressWriter(console: console)
    // Both tasks end before this function does: the run is awaited, and then the watch is cancelled and awaited.
    let run = Task { @MainActor in
      do {
        let report = try await engine.play(scenario, on: LiveStage(files: files) { progress.show($0) })
        return (report, try await scenario.content.setting(files: files))
      } catch {
        throw EngineError(engine: engine.name, underlying: error)
      }
    }
    let watch = Task { @MainActor in
      var isInterrupted = false
      for await _ in interrupts {
        isInterrupted = true
        run.cancel()
      }
      return isInterrupted
    }
    let result = await withTaskCancellationHandler {
      await run.result
    } onCancel: {
      run.cancel()
    }
    watch.cancel()
    let isInterrupted = await watch.value
    progress.clear()
    if isInterrupted {
      console.error(Self.closingLine(progress.last))
      return .interrupted
    }
    let (report, setting) = try result.get()
    let whole = LabReport(title: scenario.title, setting: setting, time: .real, runs: [report])
    try console.output(TextRenderer.render(whole, styler: console.styler))
    return LabStatus(whole.agreement)
  }

  /// The last line of an interrupted run, with its line feed.
  static func closingLine(_ last: ProgressLine?) -> String {
    guard let last else { return "Interrupted before anything happened.\n" }
    return "Interrupted. Last seen: \(last.text())\n"
  }
}
