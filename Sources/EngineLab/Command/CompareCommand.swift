import ArgumentParser
import StoreSimulation

/// `engine-lab compare FILE`: plays a scenario on every engine in virtual time and reports the differences.
struct CompareCommand: LabCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Play a scenario on every engine in virtual time, and compare the results.",
    discussion: """
      EXAMPLES:
        engine-lab compare Scenarios/search.json
        engine-lab compare Scenarios/search.json --folder ../app/Sources
        engine-lab compare Scenarios/checkout.json
        engine-lab compare Scenarios/checkout.json --report /tmp/checkout.html
        engine-lab compare Scenarios/checkout.json --json
        engine-lab compare engine-lab-finding.json

      It also writes an HTML page with a timeline of each engine, which opens in any browser and needs no network.
      The same scenario and files give the same report every time, but for the real time that it took. Standard output \
      has colours where it is a terminal and NO_COLOR is not set.
      """
  )

  @Argument(help: "The scenario file.")
  var file: String

  @Option(help: "The folder that a search scenario searches; others need none.")
  var folder = "Sources"

  @Option(help: "The file that the HTML report is written to.")
  var report = OutputFile.defaultPath

  @Flag(help: "Print one JSON document instead of the text.")
  var json = false

  @MainActor func execute(in context: LabContext) async throws -> LabStatus {
    let console = context.console
    let page = OutputFile(path: report)
    let scenario = try Scenario(contentsOf: file, engines: context.engines.map(\.name))
    let files = try scenario.script.parameters.files(inFolderAt: folder)
    // Checked first, because playing takes time; nothing is printed if the page cannot be written.
    try page.check(sparing: files.ids.union([FileProbe.id(ofFileAt: file)].compactMap { $0 }))
    let comparison = await scenario.script.compare(
      on: context.engines,
      files: files,
      deviations: scenario.deviations,
      stopwatch: context.stopwatch
    )
    let result = LabReport(
      title: scenario.title,
      setting: scenario.script.parameters.setting(files: files),
      time: .virtual,
      changes: comparison.made(of: scenario.deviations).map { "\($0)" },
      runs: comparison.reports,
      differences: comparison.differences
    )
    try page.write(try result.html())
    if json {
      try console.output(try result.json(page: page.path) + "\n")
    } else {
      try console.output(TextRenderer.render(result, styler: console.styler))
      try console.output("\nReport: \(page.path.printable)\n")
    }
    for doubt in comparison.doubts { console.error("\(doubt.printable)\n") }
    return comparison.doubts.isEmpty || result.agreement == .differ ? LabStatus(result.agreement) : .badInput
  }
}
