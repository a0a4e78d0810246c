package import ArgumentParser

/// `engine-lab explore FILE`: plays a scenario on every engine in many schedules, and finds the first that differs.
package struct ExploreCommand: ParsableCommand {
  /// The name and the help.
  package static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Play a scenario on every engine in many schedules, and find the first in which they differ.",
    discussion: """
      EXAMPLES:
        engine-lab explore Scenarios/search.json --seeds 10000
        engine-lab explore Scenarios/search.json --first 4711 --seeds 1

      Each seed is a schedule: which part of an effect runs next, whether what effects have sent is handled before that, \
      and who comes first of those who are due at the same time. The same seed has the same run again.
      """
  )

  /// The path of the scenario file.
  @Argument(help: "The scenario file.")
  package var file: String

  /// How many schedules to try.
  @Option(help: "How many schedules to try.")
  package var seeds = 1_000

  /// The seed of the first schedule.
  @Option(help: "The seed of the first schedule; those after it count up.")
  package var first: UInt64 = 0

  /// The path of the folder to search.
  @Option(help: "The folder that a search scenario searches; others need none.")
  package var folder = "Sources"

  /// Creates a command for the parser to fill.
  package init() {}

  /// Refuses numbers that make no sense.
  package func validate() throws {
    guard seeds > 0 else { throw ValidationError("--seeds is \(seeds), but at least one schedule has to be tried.") }
    guard first.addingReportingOverflow(UInt64(seeds)).overflow == false else {
      throw ValidationError("--first is \(first), after which there are no \(seeds) seeds.")
    }
  }

  /// Plays the scenario in each schedule, with a line of progress, and prints what was found.
  ///
  /// - Returns: Whether the engines agree in all.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input, an ``EngineError``, or `CancellationError`.
  @MainActor func execute(
    engines: LabEngines,
    console: Console,
    interrupts: AsyncStream<Void>,
    now: @escaping () -> Duration = ExploreCommand.continuousTime
  ) async throws -> LabStatus {
    let scenario = try Scenario(contentsOf: file)
    let extensions = scenario.content.fileExtensions
    let corpus = try extensions.map { extensions throws(LabError) in
      try Corpus(folder: folder, extensions: extensions)
    }
    let exploration = ScheduleSearch(scenario: scenario, files: corpus ?? .empty, engines: engines)
    let progress = ExploreProgress(count: seeds, console: console, start: now())
    let search = Task { @MainActor in
      try await exploration.run(seeds: first..<(first + UInt64(seeds))) { progress.show($0, at: now()) }
    }
    // Ended with the search, below.
    let watch = Task {
      for await _ in interrupts { search.cancel() }
    }
    defer { watch.cancel() }
    let result = await search.result
    progress.clear()
    switch result {
    case .success(nil):
      let time = ProgressTime.text(for: now() - progress.start)
      try console.output(
        "\(scenario.title): \(engines.all.map(\.name).phrase("and")) agree in all \(seeds) schedules, in \(time).\n"
      )
      return .success
    case .success(let failure?):
      try console.output(failure.text(scenario: scenario.title, file: file))
      return .disagreement
    case .failure(is CancellationError):
      console.error("Interrupted after \(progress.done) of \(seeds) schedules; the engines agreed in these.\n")
      return .interrupted
    case .failure(let error):
      throw error
    }
  }

  private static func continuousTime() -> Duration {
    ContinuousClock.Instant.now - Self.origin
  }

  private static let origin = ContinuousClock.now
}
