import ArgumentParser
import Foundation
import StoreSimulation

/// `engine-lab explore FILE`: plays a scenario on every engine in many schedules, and finds the first that differs.
struct ExploreCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Play a scenario on every engine in many schedules, and find the first in which they differ.",
    discussion: """
      EXAMPLES:
        engine-lab explore Scenarios/search.json --seeds 10000
        engine-lab explore Scenarios/search.json --first 4711 --seeds 1
        engine-lab explore Scenarios/checkout.json --faults Scenarios/Faults/network.json --shrink
        engine-lab explore Scenarios/search.json --first 50000 --seeds 50000 --findings Findings

      Each seed is a schedule: which part of an effect runs next, whether what effects have sent is handled before that, \
      and what comes first of what is due at the same time; with a file of faults also how late effects are and what \
      goes wrong with them. The same seed reproduces the run. All cores play; with '--shrink' what is left of a \
      scenario in which engines differ becomes a file, which 'engine-lab compare' plays. With '--findings' the seeds are \
      a part of a search, which other machines play as well: 'engine-lab findings' merges what they find.
      """
  )

  @Argument(help: "The scenario file.")
  var file: String

  @Option(help: "How many schedules to try.")
  var seeds = 1_000

  @Option(help: "The seed of the first schedule; later ones count up.")
  var first: UInt64 = 0

  @Option(help: "The folder that a search scenario searches; others need none.")
  var folder = "Sources"

  @Option(help: "The file of latencies and faults.")
  var faults: String?

  @Flag(help: "Cut a schedule in which engines differ down to the fewest steps, faults, delays and changes of order.")
  var shrink = false

  @Option(help: "The file that a schedule that was cut down is written to; by default '\(Finding.defaultPath)'.")
  var finding: String?

  @Option(help: "The folder for what is played and found, of which 'engine-lab findings' makes a summary.")
  var findings: String?

  @Option(
    help: "How seeds choose: 'uniform', 'few-changes' (by default) or 'new-orders', which one process plays.",
    transform: SearchStrategy.named
  )
  var search = SearchStrategy.default

  @Option(help: "How many processes play; by default one for each core.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: .hidden)
  var every: UInt64 = 1

  @Flag(help: .hidden)
  var worker = false

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs is \(jobs), but at least one process has to play.") }
    guard shrink || finding == nil else {
      throw ValidationError("--finding is the file of a schedule that was cut down: add --shrink.")
    }
    guard seeds > 0 else { throw ValidationError("--seeds is \(seeds), but at least one schedule has to be tried.") }
    guard every > 0 else { throw ValidationError("--every is 0, which is the same seed again and again.") }
    let (distance, overflows) = UInt64(seeds - 1).multipliedReportingOverflow(by: every)
    guard !overflows, !first.addingReportingOverflow(distance).overflow else {
      throw ValidationError("--first is \(first), after which there are no \(seeds) seeds.")
    }
  }

  @MainActor func execute(in context: LabContext) async throws -> LabStatus {
    let (engines, console, start) = (context.engines, context.console, ContinuousClock.now)
    let interrupts = await context.interrupts()
    // Kept for the finding: the file may change during the search.
    let data = try Scenario.data(ofFileAt: file)
    let text = try JSONNode(data, file: file)
    let scenario = try Scenario(text, file: file, engines: engines.map(\.name))
    try scenario.refuseDeviations(in: file)
    let disturbances = try faults.map { try Disturbances(contentsOf: $0) } ?? Disturbances()
    let files = try scenario.script.parameters.files(inFolderAt: folder)
    let finding = shrink ? finding ?? pathOfFinding : nil
    // Checked first, because a search takes time.
    let inputs = [file, faults].compactMap { $0 }.compactMap { FileProbe.id(ofFileAt: $0) }
    let all = SeedRange(first: first, count: seeds, step: every)
    let progress = ExploreProgress(count: seeds, console: console, start: .zero)
    if let findings { try SearchPartOutput.makeFolder(findings) }
    if let finding { try Finding.file(finding).check(sparing: files.ids.union(inputs)) }
    let part = try findings.map { folder in
      try SearchPartOutput(head(of: scenario, [data], engines), in: folder) { progress.note("\($0)") }
    }
    let show = { @MainActor (done: Int) in
      progress.show(done, at: ContinuousClock.now - start)
      part?.note(played: done)
    }
    let workers = ExploreWorkers { done, doneFromFirst in
      progress.show(done, at: ContinuousClock.now - start)
      part?.note(played: doneFromFirst)
    }
    // Those of the last schedule that this process has played.
    var lastDoubts: [String] = []
    // A worker reports what it finds; without a reader it ends, as in a pipe.
    func tell(_ message: ExploreWorkers.Message) { try? console.output(message.line) }
    @MainActor func play(
      _ seeds: SeedRange,
      shrinks: Bool,
      _ show: (Int) -> Void
    ) async -> EngineComparison<RunObservation>? {
      let comparison = await scenario.script.explore(
        on: engines,
        files: files,
        seeds: seeds,
        disturbances: disturbances,
        search: search,
        shrinks: shrinks,
        onShrinking: { progress.note("The engines differ in the schedule of seed \($0), which is cut down now.") },
        progress: show
      )
      // What engines do differently is no less different where something is in doubt.
      guard let comparison, comparison.divergence == nil else { return comparison }
      lastDoubts = comparison.doubts
      workers.note(doubts: lastDoubts)
      return nil
    }
    if worker {
      // Ctrl-C, which all processes of a terminal get, is left to the parent process.
      defer { withExtendedLifetime(interrupts) {} }
      guard let failure = await play(all, shrinks: false, { tell(.played($0)) }) else {
        for doubt in workers.doubts { tell(.doubt(doubt)) }
        return .success
      }
      tell(.found(seed(of: failure)))
      return .disagreement
    }
    let (result, isInterrupted) = await interruptible(by: interrupts) { () -> EngineComparison<RunObservation>? in
      guard let startWorker = context.startWorker, jobs > 1, seeds > jobs, search != .newOrders else {
        return await play(all, shrinks: shrink) { show($0) }
      }
      do {
        try await workers.search(all, among: jobs) {
          try startWorker(arguments(for: $0) + ["--worker"])
        } playHere: {
          progress.note("A process ended before its share was played: this one plays it.")
          return await play($0, shrinks: false, $1).map(seed)
        }
      } catch {
        progress.note("No other process can be started (\("\(error)".printable)): this one plays alone.")
        return await play(all, shrinks: shrink) { show($0) }
      }
      guard let seed = workers.found else { return nil }
      return await play(SeedRange(first: seed, count: 1), shrinks: shrink) { _ in }
    }
    progress.clear()
    let failure = try result.get()
    if let failure, failure.repetition != .none, !failure.differences.isEmpty {
      let seed = seed(of: failure)
      // In this search the run of a seed depends on the seeds before it.
      let seeds =
        search == .newOrders
        ? SeedRange(first: first, count: Int(seed - first) + 1) : SeedRange(first: seed, count: 1)
      let command = Self.command(arguments(for: seeds))
      // Where something decides that the bench does not see, the deviations alone make no finding.
      let isReplayed = failure.repetition == .withoutSeed
      let replay = (isReplayed ? finding : nil).map { Self.command(["compare", $0.pathArgument] + folderArguments) }
      part?.note(
        SearchPart.News(
          played: Int(seed - first) + 1,
          found: SearchPart.Found(seed: seed, differences: failure.differences, command: command, replay: replay)
        )
      )
      try console.output(failure.text(title: scenario.title, seed: seed, command: command, replay: replay))
      if let finding, isReplayed {
        try Finding(of: text, failure.deviations).write(to: finding)
      } else if let finding {
        console.error("The schedule cannot be cut down: it needs its seed. '\(finding.printable)' is not written.\n")
      }
      for doubt in failure.doubts { console.error("\(doubt.printable)\n") }
      return .disagreement
    }
    if let seed = failure.map(seed) ?? workers.found {
      let again = isInterrupted ? "" : ", but not when it was played again"
      let command = Self.command(arguments(for: SeedRange(first: seed, count: 1)))
      let sentence = "The engines differed\(again)."
      part?.note(
        SearchPart.News(
          played: Int(seed - first) + 1,
          found: SearchPart.Found(seed: seed, differences: [sentence], command: command)
        )
      )
      try console.output("\(scenario.title.printable): the engines differed in the schedule of seed \(seed)\(again).\n")
      return .disagreement
    }
    if isInterrupted, progress.done < seeds {
      console.error("Interrupted after \(progress.done) of \(seeds) schedules; the engines agreed in these.\n")
      return .interrupted
    }
    let names = engines.map(\.name).phrase("and")
    let time = TimeText.words(ContinuousClock.now - start)
    // A schedule that is in doubt by itself ends the search.
    let isWhole = progress.done == seeds
    let doubts = isWhole ? workers.doubts : lastDoubts
    part?.note(SearchPart.News(played: isWhole ? seeds : nil, doubts: doubts))
    let count = isWhole ? "all \(seeds) schedules" : "\(progress.done) of \(seeds) schedules"
    let end = isWhole ? "" : " The search ended at one that proves nothing."
    try console.output("\(scenario.title.printable): \(names) agree in \(count), in \(time).\(end)\n")
    for doubt in doubts { console.error("\(doubt.printable)\n") }
    return isWhole && doubts.isEmpty && part?.hasFailed != true ? .success : .badInput
  }

  /// Returns the seed of a schedule in which engines differ; each explored schedule has one.
  private func seed(of failure: EngineComparison<RunObservation>) -> UInt64 { failure.seed ?? first }

  /// Returns the arguments to play some of the seeds as this command does.
  private func arguments(for seeds: SeedRange) -> [String] {
    var words = ["explore", file.pathArgument, "--first", "\(seeds.first)", "--seeds", "\(seeds.count)"]
    if seeds.step != 1 { words += ["--every", "\(seeds.step)"] }
    return words + commonArguments
  }

  /// The arguments of all parts of a search, besides the file.
  private var commonArguments: [String] {
    var words = folderArguments
    if let faults { words += ["--faults", faults.pathArgument] }
    if search != .default { words += ["--search", search.argument] }
    return words
  }

  /// Returns the beginning of the file that tells of these seeds.
  private func head(of scenario: Scenario, _ contents: [Data], _ engines: [LabEngine]) throws -> SearchPart.Head {
    let names = Data(engines.map(\.name).joined(separator: " ").utf8)
    let read = try contents + (faults.map { [try Scenario.data(ofFileAt: $0)] } ?? []) + [names]
    return SearchPart.Head(
      title: scenario.title,
      search: ["explore", file.pathArgument] + commonArguments + (shrink ? ["--shrink"] : []),
      contents: SearchPart.Head.number(of: read),
      first: first,
      seeds: seeds
    )
  }

  /// The file of a schedule that was cut down: of a part of a search, beside its news.
  private var pathOfFinding: String { findings.map { "\($0)/\(first)-\(seeds)-finding.json" } ?? Finding.defaultPath }

  private var folderArguments: [String] { folder == "Sources" ? [] : ["--folder", folder.pathArgument] }

  /// Returns a command of this executable as a user types it.
  private static func command(_ arguments: [String]) -> String {
    "engine-lab " + arguments.map(\.shellWord).joined(separator: " ")
  }
}

extension String {
  /// The path as an argument that is not taken for an option.
  var pathArgument: String { hasPrefix("-") ? "./" + self : self }
}

extension SearchStrategy {
  fileprivate var argument: String { name.replacing(" ", with: "-") }

  @Sendable fileprivate static func named(_ name: String) throws -> SearchStrategy {
    guard let search = all.first(where: { $0.argument == name }) else {
      throw ValidationError("There is no search '\(name)'. Known: \(all.map(\.argument).phrase("and")).")
    }
    return search
  }
}
