import ArgumentParser
import Foundation

/// `engine-lab explore FILE`: plays a scenario on every engine in many schedules, and finds the first that differs.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Play a scenario on every engine in many schedules, and find the first in which they differ.",
    discussion: """
      EXAMPLES:
        engine-lab explore Scenarios/search.json --seeds 10000
        engine-lab explore Scenarios/search.json --first 4711 --seeds 1
        engine-lab explore Scenarios/checkout.json --faults Scenarios/Faults/network.json --shrink

      Each seed is a schedule: which part of an effect runs next, whether what effects have sent is handled before that, \
      and who comes first of those who are due at the same time; with a file of faults also how late effects are and what \
      goes wrong with them. The same seed has the same run again. All cores play; with '--shrink' what is left of a \
      scenario in which engines differ becomes a file, which 'engine-lab compare' plays.
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

  @Option(help: "The file that says how late effects are, and what goes wrong with them.")
  var faults: String?

  @Flag(help: "Cut a schedule in which engines differ down to the fewest steps, faults, delays and changes of order.")
  var shrink = false

  @Option(help: "The file that a schedule that was cut down is written to.")
  var finding = Finding.defaultPath

  @Option(help: "How many processes play; by default one for each core.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: .hidden)
  var every: UInt64 = 1

  @Flag(help: .hidden)
  var worker = false

  /// Refuses numbers that make no sense.
  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs is \(jobs), but at least one process has to play.") }
    guard seeds > 0 else { throw ValidationError("--seeds is \(seeds), but at least one schedule has to be tried.") }
    guard every > 0 else { throw ValidationError("--every is 0, which is the same seed again and again.") }
    let (distance, overflows) = UInt64(seeds).multipliedReportingOverflow(by: every)
    guard !overflows, !first.addingReportingOverflow(distance).overflow else {
      throw ValidationError("--first is \(first), after which there are no \(seeds) seeds.")
    }
  }

  /// Plays the scenario in each schedule, with a line of progress, and prints what was found.
  ///
  /// - Parameters:
  ///   - engines: The engines.
  ///   - console: Where output and progress go.
  ///   - interrupts: Its first value ends the search.
  ///   - stopwatch: Tells the time for the progress.
  ///   - start: Starts this command with other arguments in a process; without it all is played in this one.
  /// - Returns: Whether the engines agree in all.
  /// - Throws: A ``ScenarioError`` or ``LabError`` for bad input.
  @MainActor func execute(
    engines: [LabEngine],
    console: Console,
    interrupts: AsyncStream<Void>,
    stopwatch: Stopwatch = .wall,
    start: (([String]) throws -> ExploreWorker)? = nil
  ) async throws -> LabStatus {
    let scenario = try Scenario(contentsOf: file)
    try scenario.refuseDeviations(in: file)
    let disturbances = try faults.map { path throws(ScenarioError) in try Disturbances(contentsOf: path) } ?? .none
    let files = try scenario.corpus(folder)
    let all = SeedRange(first: first, count: seeds, step: every)
    let progress = ExploreProgress(count: seeds, console: console, start: stopwatch.now())
    @MainActor func play(_ seeds: SeedRange, shrinks: Bool, _ show: (Int) -> Void) async -> ScheduleFailure? {
      await scenario.script.explore(
        on: engines,
        files: files,
        seeds: seeds,
        disturbances: disturbances,
        shrinks: shrinks,
        progress: show
      )
    }
    if worker {
      return try await work {
        await play(all, shrinks: false, $0)
      } output: {
        try console.output($0)
      }
    }
    let search = Task { @MainActor () throws -> ScheduleFailure? in
      let show = { (done: Int) in progress.show(done, at: stopwatch.now()) }
      guard let start, jobs > 1, seeds > jobs else { return await play(all, shrinks: shrink, show) }
      let workers = ExploreWorkers()
      do {
        try await workers.search(all, among: jobs) {
          try start(arguments(for: $0))
        } progress: {
          show($0)
        }
      } catch {
        console.error("No other process can be started (\(error)): this one plays alone.\n")
        return await play(all, shrinks: shrink, show)
      }
      guard let seed = workers.found else { return nil }
      return await play(SeedRange(first: seed, count: 1), shrinks: shrink) { _ in }
    }
    // Ended with the search, below.
    let watch = Task {
      for await _ in interrupts { search.cancel() }
    }
    let result = await search.result
    watch.cancel()
    progress.clear()
    if let failure = try result.get() {
      if shrink { try Finding(of: file, failure.deviations).write(to: finding) }
      let options = faults.map { " --faults \($0.printable)" } ?? ""
      let finding = shrink ? finding : nil
      try console.output(failure.text(scenario: scenario.title, file: file, options: options, finding: finding))
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

  /// Plays as one of several processes, and tells the one that has started it how far it is.
  @MainActor private func work(
    _ play: (@escaping (Int) -> Void) async -> ScheduleFailure?,
    output: @escaping (String) throws -> Void
  ) async throws -> LabStatus {
    // Where nobody reads any more the process ends, as in a pipe.
    let failure = await play { try? output(ExploreWorkers.Message.played($0).line) }
    guard let failure else { return .success }
    try output(ExploreWorkers.Message.found(failure.seed).line)
    return .disagreement
  }

  /// What a process is told that plays some of the seeds.
  private func arguments(for seeds: SeedRange) -> [String] {
    let numbers = ["--first", "\(seeds.first)", "--seeds", "\(seeds.count)", "--every", "\(seeds.step)"]
    return ["explore", file, "--folder", folder, "--worker"] + numbers + (faults.map { ["--faults", $0] } ?? [])
  }
}
