import Foundation
import StoreSimulation
import Synchronization
import Testing

@testable import EngineLab

/// `engine-lab explore` with a file of faults, with `--shrink`, and on several cores.
@MainActor
@Suite struct ExploreWithFaultsTests {
  private let recorder = Recorder()

  private func run(
    _ arguments: [String],
    engines: [LabEngine] = LabEngine.all,
    startWorker: (([String]) throws -> ExploreWorker)? = nil
  ) async -> LabStatus {
    await EngineLabCommand.run(
      arguments: arguments,
      engines: engines,
      console: recorder.console(),
      startWorker: startWorker,
      interrupts: { AsyncStream { _ in } }
    )
  }

  @Test func `the engines agree when effects are late and fail`() async {
    for scenario in ["checkout", "checkout-cancel", "download", "download-breaks"] {
      let arguments = ["--faults", "Scenarios/Faults/network.json", "--seeds", "30", "--shrink"]
      let status = await run(["explore", "Scenarios/\(scenario).json"] + arguments)
      #expect(status == .success, "\(recorder.output)")
    }
  }

  @Test func `a schedule in which they differ is cut down, and what is left becomes a scenario`() async throws {
    let folder = try TemporaryFolder()
    let finding = folder.path + "/finding.json"
    let engines = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]
    let arguments = ["--seeds", "100", "--shrink", "--finding", finding]
    let status = await run(["explore", "Scenarios/checkout.json"] + arguments, engines: engines)
    #expect(status == .disagreement)
    let output = recorder.output
    #expect(output.contains("The smallest scenario in which they do:\n  1. at 0ms: buyTapped\n  2. "))
    #expect(output.contains("on racing, buyTapped#2 goes on before what was ready before it"))
    #expect(output.hasSuffix("Without a seed: engine-lab compare \(finding)\n"))

    let scenario = try Scenario(contentsOf: finding)
    #expect(scenario.deviations == [EngineDeviation(.part(2, at: 1), of: "racing")])
    let page = folder.path + "/page.html"
    #expect(await run(["compare", finding, "--report", page], engines: engines) == .disagreement)
    for command in [["explore", finding], ["run", finding, "--engine", "steady"]] {
      #expect(await run(command, engines: engines) == .badInput)
    }
    #expect(recorder.error.contains("this is a finding, whose 'deviations' are played by 'engine-lab compare' alone."))
  }

  @Test(arguments: [3, 1])
  func `processes that share the seeds find the same first schedule`(jobs: Int) async throws {
    let engines = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]
    let alone = Recorder()
    let console = alone.console()
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "100"]
    _ = await EngineLabCommand.run(
      arguments: arguments + ["--jobs", "1"],
      engines: engines,
      console: console,
      interrupts: { AsyncStream { _ in } }
    )
    let count = Mutex(0)
    let status = await run(arguments + ["--jobs", "\(jobs)"], engines: engines) { arguments in
      count.withLock { $0 += 1 }
      let (lines, continuation) = AsyncStream.makeStream(of: String.self)
      let task = Task { @MainActor in
        let worker = Recorder()
        _ = await EngineLabCommand.run(
          arguments: arguments,
          engines: engines,
          console: worker.console(),
          interrupts: { AsyncStream { _ in } }
        )
        for line in worker.output.split(separator: "\n") { continuation.yield(String(line)) }
        continuation.finish()
      }
      return ExploreWorker(lines: lines) { task.cancel() }
    }
    #expect(status == .disagreement)
    #expect(recorder.output == alone.output)
    #expect(count.withLock { $0 } == (jobs == 1 ? 0 : jobs))
  }

  @Test func `a finding has no steps that were left out, and counts without them`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/finding.json"
    let deviations = [
      EngineDeviation(.skipped(step: 1)), EngineDeviation(.stepFirst(2)), EngineDeviation(.mainActor(3), of: "elm"),
    ]
    try Finding(of: "Scenarios/checkout-cancel.json", deviations).write(to: path)
    let whole = try Scenario(contentsOf: "Scenarios/checkout-cancel.json")
    let finding = try Scenario(contentsOf: path)
    #expect(finding.deviations == [EngineDeviation(.stepFirst(1)), EngineDeviation(.mainActor(3), of: "elm")])
    #expect(finding.title == whole.title)
    #expect(finding.script.lastTime == whole.script.lastTime)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let original = try String(contentsOfFile: "Scenarios/checkout-cancel.json", encoding: .utf8)
    #expect(text.split(separator: "\"at\"").count == original.split(separator: "\"at\"").count - 1)
    #expect(throws: LabError.self) {
      try Finding(of: "Scenarios/checkout-cancel.json", []).write(to: folder.path + "/none/a.json")
    }
  }

  @Test func `where no process can be started this one plays alone`() async {
    struct NoProcess: Error {}
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "5", "--jobs", "2"]
    let status = await run(arguments) { _ in throw NoProcess() }
    #expect(status == .success)
    #expect(recorder.error.hasPrefix("No other process can be started (NoProcess()): this one plays alone.\n"))
    #expect(recorder.output.contains(" agree in all 5 schedules"))
  }

  @Test func `seeds are shared out so that each has one process`() {
    let seeds = SeedRange(first: 10, count: 8, step: 1)
    let shares = seeds.shared(among: 3).map { Array($0) }
    #expect(shares == [[10, 13, 16], [11, 14, 17], [12, 15]])
    #expect(SeedRange(first: 0, count: 2).shared(among: 5).map { Array($0) } == [[0], [1]])
    #expect(Array(SeedRange(first: 5, count: 3, step: 4)) == [5, 9, 13])
  }

  @Test func `faults and deviations are read as they are written`() throws {
    let deviations: [EngineDeviation] = [
      EngineDeviation(.fault(.fails, of: "pay#2")),
      EngineDeviation(.fault(.slow(.milliseconds(300)), of: "pay#1.2")),
      EngineDeviation(.fault(.streamEnds(after: .seconds(2)), of: "ticks#1")),
      EngineDeviation(.late(.begin, of: "pay#1", by: .seconds(1))),
      EngineDeviation(.late(.wake(3), of: "pay#1", by: .milliseconds(1))),
      EngineDeviation(.part(2, at: 17), of: "elm"),
      EngineDeviation(.sleeper(3, at: 1), of: "redux"),
      EngineDeviation(.mainActor(4), of: "elm"),
      EngineDeviation(.stepFirst(2)),
    ]
    for deviation in deviations {
      let text = try #require(deviation.json?.text())
      let read = try JSONText(Data(text.utf8), file: "a.json").decode(EngineDeviation.self)
      #expect(read == deviation)
    }
    #expect(EngineDeviation(.skipped(step: 1)).json == nil)
  }

  @Test(arguments: [
    (#"{"fault": []}"#, "a.json:1: unknown key 'fault'. A file of faults has 'latency', 'faults', "),
    (#"{"latency": 2}"#, "a.json:1: 'latency' must be a time such as"),
    (#"{"seeded": ["burns"]}"#, "a.json:1: unknown fault 'burns'. Known: 'fails', "),
    ("{\"faults\": [\n{\"effect\": \"pay\"}]}", "a.json:2: the deviation is not complete. A deviation has "),
    ("{\"faults\": [\n{\"stepFirst\": 1}]}", "a.json:2: this is no fault. A fault has 'effect' and 'fault'."),
    (#"{"faults": [{"effect": "a", "late": "noon", "by": "1s"}]}"#, "a.json:1: unknown moment 'noon'. Known: "),
  ])
  func `a wrong file of faults is refused with its line`(text: String, message: String) {
    #expect {
      try Disturbances(data: Data(text.utf8), file: "a.json")
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }

  @Test func `a missing file of faults is named, and jobs that make no sense are refused`() async {
    let file = "Scenarios/checkout.json"
    #expect(await run(["explore", file, "--faults", "Scenarios/none.json"]) == .badInput)
    #expect(recorder.error == "Scenarios/none.json: no such file.\n")
    #expect(await run(["explore", file, "--jobs", "0"]) == .badInput)
    #expect(recorder.error.contains("--jobs is 0, but at least one process has to play."))
  }
}
