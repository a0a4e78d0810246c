import ArgumentParser
import Comparisons
import Foundation

/// `ratios`: measures, and compares what was measured.
@main
struct RatiosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ratios",
    abstract: "Time what the engines do against the raw means that one would use without them.",
    subcommands: [MeasureCommand.self, MeasureOneCommand.self, DifferenceCommand.self, RecordedCommand.self],
    defaultSubcommand: MeasureCommand.self
  )
}

/// `ratios measure`: measures and prints a table.
struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure and print a table."
  )

  @Argument(help: "A word of the titles to measure; all without one.")
  var word: String?

  @OptionGroup var conditions: Conditions

  @Flag(help: "Fail where a limit is missed.")
  var strict = false

  @Option(help: "A file to write what was measured to.")
  var json: String?

  @Option(help: "A file to draw a picture in, as SVG.")
  var chart: String?

  @Option(help: "A file to draw how cost grows with the number of effects in, as SVG; not without 'start and cancel'.")
  var growth: String?

  @MainActor
  func run() async throws {
    let comparisons = comparisons().filter { comparison in word.map { comparison.title.contains($0) } ?? true }
    guard !comparisons.isEmpty else {
      throw ValidationError("No title contains '\(word ?? "")'. 'ratios measure' without a word prints all titles.")
    }
    var run = Run(machine: Run.machine, date: .now, measurements: [])
    print(TextTable.header)
    for comparison in comparisons {
      let measurement = try MeasureOneCommand.measure(comparison.title, conditions)
      print(TextTable.line(measurement))
      run.measurements.append(measurement)
    }
    var missed = run.measurements.count { !$0.isWithinLimit }
    if let growth = Growth(run: run) {
      print(growth.line)
      missed += growth.isWithinLimit ? 0 : 1
    }
    print(missed == 0 ? "All are within their limits." : "\(missed) over their limits.")
    if let json { try run.write(json) }
    if let chart { try Chart(run: run).svg.write(toFile: chart, atomically: true, encoding: .utf8) }
    if let growth, let picture = GrowthChart(run: run) {
      try picture.svg.write(toFile: growth, atomically: true, encoding: .utf8)
    }
    if strict, missed > 0 { throw ExitCode.failure }
  }
}

/// The conditions under which each comparison is measured.
struct Conditions: ParsableArguments {
  @Option(help: "How often to measure each.")
  var rounds: Int?

  @Option(help: "How many operations to do in a turn, where the number is not in the title.")
  var operations: Int?

  @Flag(
    help: "Measure what all threads take of the processor, which bears a busy machine, and not the time that passes."
  )
  var processorTime = false

  func validate() throws {
    if let rounds, rounds < 1 { throw ValidationError("--rounds is \(rounds), but each has to be measured once.") }
    if let operations, operations < 1 {
      throw ValidationError("--operations is \(operations), but a turn needs one at least.")
    }
  }

  /// The same conditions on a command line.
  var arguments: [String] {
    (rounds.map { ["--rounds", "\($0)"] } ?? []) + (operations.map { ["--operations", "\($0)"] } ?? [])
      + (processorTime ? ["--processor-time"] : [])
  }
}

/// `ratios measure-one`: measures one comparison, for `ratios measure`.
///
/// In a process of its own, as others leave threads and memory behind, which change the two sides in different ways.
struct MeasureOneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-one",
    abstract: "Measure one comparison and print the figures.",
    shouldDisplay: false
  )

  @Argument(help: "The whole title.")
  var title: String

  @OptionGroup var conditions: Conditions

  @MainActor
  func run() async throws {
    guard let comparison = comparisons().first(where: { $0.title == title }) else {
      throw ValidationError("No comparison has the title '\(title)'.")
    }
    let measurement = await comparison.run(
      rounds: conditions.rounds,
      operations: conditions.operations,
      stopwatch: conditions.processorTime ? .processor : .clock
    )
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(measurement))
  }

  /// Measures one comparison in another process.
  static func measure(_ title: String, _ conditions: Conditions) throws -> MeasuredComparison {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["measure-one", title] + conditions.arguments
    process.standardOutput = output
    try process.run()
    let figures = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let figures else {
      throw MeasurementFailure(title: title, status: process.terminationStatus)
    }
    return try JSONDecoder().decode(MeasuredComparison.self, from: figures)
  }
}

/// The end of a process that has measured nothing.
struct MeasurementFailure: Error, CustomStringConvertible {
  let title: String
  let status: Int32

  var description: String {
    "The process that measured '\(title)' ended with status \(status). Its own messages are above."
  }
}

/// `ratios difference`: compares the runs of two revisions.
struct DifferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "difference",
    abstract: "Compare the runs of two revisions, and say which differences exceed the noise."
  )

  @Option(help: "Files of runs of the one revision.")
  var before: [String]

  @Option(help: "Files of runs of the other.")
  var after: [String]

  func run() throws {
    let differences = Difference.between(try before.map(Run.read), try after.map(Run.read))
    print(
      TextTable.pad("operation", 50) + TextTable.pad("before", -10) + TextTable.pad("after", -10)
        + TextTable.pad("change", -10)
        + "  verdict"
    )
    for difference in differences {
      print(
        TextTable.pad(difference.title, 50) + TextTable.pad(TextTable.decimal(difference.before.median, 3), -10)
          + TextTable.pad(TextTable.decimal(difference.after.median, 3), -10)
          + TextTable.pad(TextTable.decimal(difference.change, 3), -10) + "  \(difference.verdict.rawValue)"
      )
    }
    let changed = differences.count { $0.verdict != .same }
    print("\(changed) of \(differences.count) differences exceed the noise.")
  }
}
