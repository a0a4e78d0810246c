import ArgumentParser

/// `engine-lab explore FILE`: plays a scenario on every engine in many schedules, and finds the first that differs.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
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

  @Argument(help: "The scenario file.")
  var file: String

  @Option(help: "How many schedules to try.")
  var seeds = 1_000

  @Option(help: "The seed of the first schedule; those after it count up.")
  var first: UInt64 = 0

  @Option(help: "The folder that a search scenario searches; others need none.")
  var folder = "Sources"

  /// Refuses numbers that make no sense.
  func validate() throws {
    guard seeds > 0 else { throw ValidationError("--seeds is \(seeds), but at least one schedule has to be tried.") }
    guard first.addingReportingOverflow(UInt64(seeds)).overflow == false else {
      throw ValidationError("--first is \(first), after which there are no \(seeds) seeds.")
    }
  }

  /// Plays the scenario in each schedule, with a line of progress, and prints what was found.
  ///
  /// - Returns: Whether the engines agree in all.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input.
  @MainActor func execute(
    engines: [LabEngine],
    console: Console,
    interrupts: AsyncStream<Void>,
    stopwatch: Stopwatch = .wall
  ) async throws -> LabStatus {
    let scenario = try Scenario(contentsOf: file)
    let files = try scenario.corpus(folder)
    let progress = ExploreProgress(count: seeds, console: console, start: stopwatch.now())
    let search = Task { @MainActor in
      await scenario.script.explore(on: engines, files: files, seeds: first..<(first + UInt64(seeds))) {
        progress.show($0, at: stopwatch.now())
      }
    }
    // Ended with the search, below.
    let watch = Task {
      for await _ in interrupts { search.cancel() }
    }
    let failure = await search.value
    watch.cancel()
    progress.clear()
    if let failure {
      try console.output(failure.text(scenario: scenario.title, file: file))
      return .disagreement
    }
    if search.isCancelled, progress.done < seeds {
      console.error("Interrupted after \(progress.done) of \(seeds) schedules; the engines agreed in these.\n")
      return .interrupted
    }
    let names = engines.map(\.name).phrase("and")
    let time = TimeText.words(stopwatch.now() - progress.start)
    try console.output("\(scenario.title): \(names) agree in all \(seeds) schedules, in \(time).\n")
    return .success
  }
}
