#if Exhaustive
import Foundation
import StoreSimulation
import Synchronization
import Testing
import _StoreTestSupport

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
    await recorder.run(arguments, engines: engines, startWorker: startWorker)
  }

  @Test func `the engines agree when effects are late and fail`() async {
    // Not the ticker: each of its thousands of elements would be late.
    let names = ["checkout", "checkout-cancel", "checkout-timeout", "download", "download-breaks", "search"]
    for scenario in names {
      let arguments = [
        "--faults", "Scenarios/Faults/network.json", "--seeds", "\(Rounds.of(30))", "--shrink", "--folder", "Scenarios",
      ]
      let status = await run(["explore", "Scenarios/\(scenario).json"] + arguments)
      #expect(status == .success, "\(recorder.output)")
    }
  }

  @Test func `an operation that takes as long as its timeout is in time on each engine`() async throws {
    let folder = try TemporaryFolder()
    let text = #"{"feature": "checkout", "parameters": {"payTime": "1s"}, "steps": [{"at": "0ms", "buy": true}]}"#
    let file = try folder.write(Data(text.utf8), to: "a.json")
    #expect(await run(["compare", file, "--report", "/dev/null"]) == .success, "\(recorder.output)")
    #expect(!recorder.output.contains("it took too long"))
    #expect(await run(["explore", file, "--seeds", "20", "--jobs", "1"]) == .success, "\(recorder.output)")
    // An answer that is late by exactly the time that the timeout has left.
    let late = ["--faults", "Scenarios/Faults/network.json", "--first", "881", "--seeds", "1"]
    #expect(await run(["explore", "Scenarios/checkout.json"] + late) == .success, "\(recorder.output)")
  }

  @Test func `a schedule in which the engines differ is reduced, and the result becomes a scenario`() async throws {
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
    let elsewhere = ExploreWithFaultsTests()
    let folders = arguments + ["--folder", "Scenarios"]
    #expect(await elsewhere.run(["explore", "Scenarios/checkout.json"] + folders, engines: engines) == .disagreement)
    #expect(
      elsewhere.recorder.output.hasSuffix("Without a seed: engine-lab compare \(finding) --folder Scenarios\n")
    )

    let scenario = try Scenario(contentsOf: finding)
    #expect(scenario.deviations == [EngineDeviation(.part(2, at: 1), of: "racing")])
    let page = folder.path + "/page.html"
    #expect(await run(["compare", finding, "--report", page], engines: engines) == .disagreement)
    let changed = "\n\nChanges\n  on racing, at choice 1, the second ready part of an effect runs first\n\n"
    #expect(recorder.output.dropFirst(output.count).contains(changed))
    #expect(await run(["compare", finding, "--report", page]) == .badInput)
    #expect(
      recorder.error.contains("unknown engine 'racing'. Known: 'elm', 'feature', 'effectview' and")
    )
    for command in [["explore", finding], ["run", finding, "--engine", "steady"]] {
      #expect(await run(command, engines: engines) == .badInput)
    }
    #expect(recorder.error.contains("this is a finding, whose 'deviations' are played by 'engine-lab compare' alone."))
  }

  @Test(arguments: [3, 1])
  func `processes that share the seeds find the same first schedule`(jobs: Int) async throws {
    let engines = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]
    let alone = Recorder()
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "100"]
    _ = await alone.run(arguments + ["--jobs", "1"], engines: engines)
    let count = Mutex(0)
    let status = await run(arguments + ["--jobs", "\(jobs)"], engines: engines) { arguments in
      count.withLock { $0 += 1 }
      return worker(arguments, engines)
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
      EngineDeviation(.stepLate(3, by: .seconds(1))),
    ]
    let text = try JSONNode(Data(contentsOf: URL(fileURLWithPath: "Scenarios/checkout-cancel.json")), file: "a.json")
    try Finding(of: text, deviations).write(to: path)
    let whole = try Scenario(contentsOf: "Scenarios/checkout-cancel.json")
    let finding = try Scenario(contentsOf: path)
    #expect(
      finding.deviations == [
        EngineDeviation(.stepFirst(1)), EngineDeviation(.mainActor(3), of: "elm"),
        EngineDeviation(.stepLate(2, by: .seconds(1))),
      ]
    )
    #expect(finding.title == whole.title)
    #expect(finding.script.lastTime == whole.script.lastTime)
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let original = try String(contentsOfFile: "Scenarios/checkout-cancel.json", encoding: .utf8)
    #expect(written.split(separator: "\"at\"").count == original.split(separator: "\"at\"").count - 1)
    #expect(throws: LabError.self) {
      try Finding(of: text, []).write(to: folder.path + "/none/a.json")
    }
  }

  /// A worker that is not a process, and prints everything when it ends.
  private func worker(_ arguments: [String], _ engines: [LabEngine]) -> ExploreWorker {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let task = Task { @MainActor in
      let worker = Recorder()
      _ = await worker.run(arguments, engines: engines)
      for line in worker.output.split(separator: "\n") { continuation.yield(String(line)) }
      continuation.finish()
    }
    return ExploreWorker(lines: lines) { task.cancel() }
  }

  /// A worker that prints some lines and ends.
  private func worker(_ lines: [String]) -> ExploreWorker {
    ExploreWorker(
      lines: AsyncStream { continuation in
        for line in lines { continuation.yield(line) }
        continuation.finish()
      },
      stop: {}
    )
  }

  @Test func `seeds that a process has not played when it ends are played by the parent process`() async {
    let racing = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "100", "--jobs"]
    _ = await run(arguments + ["1"], engines: racing)
    let alone = recorder.output
    let other = ExploreWithFaultsTests()
    let status = await other.run(arguments + ["2"], engines: racing) { _ in worker([]) }
    #expect(status == .disagreement)
    #expect(other.recorder.output == alone)
    let sentence = "A process ended before its share was played: this one plays it.\n"
    #expect(other.recorder.error.contains(sentence))

    let third = ExploreWithFaultsTests()
    #expect(await third.run(arguments + ["2"]) { _ in worker(["played 20"]) } == .success)
    #expect(third.recorder.error.ranges(of: sentence).count == 2)
    #expect(third.recorder.error.hasSuffix("100 of 100 schedules\n"))
    #expect(third.recorder.output.contains(" agree in all 100 schedules"))
  }

  @Test func `the largest seeds can be divided among processes`() async {
    let arguments = [
      "explore", "Scenarios/checkout.json", "--first", "\(UInt64.max - 9)", "--seeds", "10", "--jobs", "2",
    ]
    #expect(await run(arguments) { worker($0, LabEngine.all) } == .success)
    #expect(!recorder.error.contains("A process ended"))
    #expect(recorder.output.contains(" agree in all 10 schedules"))
  }

  @Test func `a seed found by a process is reported even if the engines do not differ again`() async {
    let status = await run(["explore", "Scenarios/checkout.json", "--seeds", "10", "--jobs", "2"]) { arguments in
      worker(arguments.contains("0") ? ["found 4"] : ["played 5"])
    }
    #expect(status == .disagreement)
    #expect(
      recorder.output.hasSuffix(
        ": the engines differed in the schedule of seed 4, but not when it was played again.\n"
      )
    )
  }

  @Test func `a seed found by the parent process is reported even if the engines do not differ again`() async {
    let steady = LabEngine.racing("steady", isOrdered: true)
    var odd = LabEngine.racing("odd", isOrdered: true)
    let (usual, other, plays) = (odd.checkout, LabEngine.waiting("odd", timeout: nil).checkout, Counter())
    odd.checkout = {
      plays.add()
      return plays.value == 1 ? other($0, $1) : usual($0, $1)
    }
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "5", "--jobs", "1"]
    #expect(await run(arguments, engines: [steady, odd]) == .disagreement)
    let sentence = ": the engines differed in the schedule of seed 0, but not when it was played again.\n"
    #expect(recorder.output.hasSuffix(sentence), "\(recorder.output)")
  }

  @Test func `a seed found by a process is reported even if the search is interrupted`() async {
    let (interrupts, interrupt) = AsyncStream.makeStream(of: Void.self)
    let status = await recorder.run(
      ["explore", "Scenarios/checkout.json", "--seeds", "10", "--jobs", "2"],
      engines: LabEngine.all,
      startWorker: { arguments in
        guard arguments.contains("0") else {
          // Runs until it is stopped, and the interrupt comes after the other has found something.
          let (lines, continuation) = AsyncStream.makeStream(of: String.self)
          return ExploreWorker(lines: lines) { continuation.finish() }
        }
        let asked = Counter()
        let next: @Sendable () async -> String? = {
          asked.add()
          if asked.value == 1 { return "found 8" }
          interrupt.yield()
          return nil
        }
        let lines = AsyncStream(unfolding: next)
        return ExploreWorker(lines: lines, stop: {})
      },
      interrupts: interrupts
    )
    #expect(status == .disagreement)
    #expect(recorder.output.hasSuffix(": the engines differed in the schedule of seed 8.\n"))
  }

  @Test func `if no process can be started, the parent process plays alone`() async {
    struct NoProcess: Error {}
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "5", "--jobs", "2"]
    let status = await run(arguments) { _ in throw NoProcess() }
    #expect(status == .success)
    #expect(recorder.error.hasPrefix("No other process can be started (NoProcess()): this one plays alone.\n"))
    #expect(recorder.output.contains(" agree in all 5 schedules"))
  }

  @Test func `seeds are divided so that each belongs to one process`() {
    let seeds = SeedRange(first: 10, count: 8, step: 1)
    let shares = seeds.shared(among: 3).map { Array($0) }
    #expect(shares == [[10, 13, 16], [11, 14, 17], [12, 15]])
    #expect(SeedRange(first: 0, count: 2).shared(among: 5).map { Array($0) } == [[0], [1]])
    #expect(Array(SeedRange(first: 5, count: 3, step: 4)) == [5, 9, 13])
  }

  @Test func `faults and deviations are read back as they were written`() throws {
    let deviations: [EngineDeviation] = [
      EngineDeviation(.fault(.fails, of: "pay#2")),
      EngineDeviation(.fault(.slow(.milliseconds(300)), of: "pay#1.2")),
      EngineDeviation(.fault(.streamEnds(after: .seconds(2)), of: "ticks#1")),
      EngineDeviation(.fault(.bursts(after: .milliseconds(20)), of: "ticks#1")),
      EngineDeviation(.late(.begin, of: "pay#1", by: .seconds(1))),
      EngineDeviation(.late(.wake(3), of: "pay#1", by: .milliseconds(1))),
      EngineDeviation(.part(2, at: 17), of: "elm"),
      EngineDeviation(.sleeper(3, at: 1), of: "redux"),
      EngineDeviation(.mainActor(4), of: "elm"),
      EngineDeviation(.stepFirst(2)), EngineDeviation(.stepLate(2, by: .milliseconds(700))),
    ]
    for deviation in deviations {
      let node = try JSONNode(Data(deviation.jsonText().utf8), file: "a.json")
      #expect(try node.decode(EngineDeviation.self) == deviation)
    }
  }

  @Test(arguments: [
    (#"{"fault": []}"#, "a.json:1: unknown key 'fault'. A file of faults has 'latency', 'latencies', 'reordering', "),
    ("{\"latency\": \"1s\",\n\"reordering\": false}", "a.json:2: 'reordering' must be true"),
    (#"{"latencies": {"pay": 2}}"#, "a.json:1: 'pay' must be a time such as"),
    (
      "{\"faults\": [{\"effect\": \"a\", \"fault\": \"fails\",\n\"by\": \"1s\"}]}",
      "a.json:2: 'by' has no meaning here: 'fails' takes no time."
    ),
    (
      #"{"faults": [{"effect": "a", "fault": "fails", "late": "end", "by": "1s"}]}"#,
      "a.json:1: unknown key 'late'. A fault has 'effect' and 'fault', and 'by' where it takes a time."
    ),
    (#"{"faults": [{"effect": "a", "fault": "slow"}]}"#, "a.json:1: 'by' is missing, the time that 'slow' takes."),
    (
      #"{"faults": [{"effect": "a", "fault": "fails", "engine": "elm"}]}"#,
      "a.json:1: unknown key 'engine'. A fault has 'effect' and 'fault', and 'by' where it takes a time."
    ),
    (
      #"{"faults": [{"effect": "a", "fault": "fails"},"# + "\n" + #"{"effect": "a#1", "fault": "cancelled"}]}"#,
      "a.json:2: 'a#1' has two faults."
    ),
    (
      #"{"seeded": ["fails"], "effects": ["pay#1"]}"#,
      "a.json:1: 'pay#1' is one launch. Seeded faults are of all launches of a name."
    ),
    (#"{"effects": ["pay"]}"#, "a.json:1: 'effects' are those of 'seeded', which is missing."),
    (#"{"latency": 2}"#, "a.json:1: 'latency' must be a time such as"),
    (#"{"seeded": ["burns"]}"#, "a.json:1: unknown fault 'burns'. Known: 'fails', "),
    ("{\"faults\": [\n{\"effect\": \"pay\"}]}", "a.json:2: the fault is not complete. A fault has 'effect' and "),
    ("{\"faults\": [\n7]}", "a.json:2: expected a fault, found a number. A fault has 'effect' and "),
    ("{}", "a.json:1: there are no latencies and no faults. A file of faults has 'latency', "),
    (#"{"reordering": true, "latency": "0s"}"#, "a.json:1: there are no latencies and no faults. "),
    (#"{"latencies": {"pay": "0s"}}"#, "a.json:1: there are no latencies and no faults. "),
    (
      "{\"seeded\": [\"fails\"],\n\"reordering\": true}",
      "a.json:2: 'reordering' is of latencies, and there are none."
    ),
    ("{\"seeded\": [\"fails\", \"slow\",\n\"fails\"]}", "a.json:2: 'fails' is given twice."),
    (
      "{\"latencies\": {\n\"pay#1\": \"1s\"}}",
      "a.json:2: 'pay#1' is one launch. Latencies are of all launches of a name."
    ),
    (
      "{\"latency\":\n\"499us\"}",
      "a.json:2: 'latency' is less than a millisecond, of which seeds choose whole ones."
    ),
  ])
  func `a wrong file of faults is refused with its line`(text: String, message: String) {
    #expect {
      try Disturbances(data: Data(text.utf8), file: "a.json")
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }

  @Test(arguments: [1, 2])
  func `a written fault that never occurred is reported`(jobs: Int) async throws {
    let folder = try TemporaryFolder()
    let faults = folder.path + "/faults.json"
    let text = #"{"faults": [{"effect": "payy", "fault": "fails"}, {"effect": "pay", "fault": "fails"}]}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: faults))
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "4", "--faults", faults, "--jobs", "\(jobs)"]
    let doubts = ["The fault of 'payy#1' never came.", "The fault of 'pay#1' never came."]
    var shares = [doubts, [doubts[0]]]
    let status = await run(arguments) { _ in
      worker(["played 2"] + (shares.popLast() ?? []).map { "doubt \($0)" })
    }
    #expect(status == .badInput)
    #expect(recorder.error.contains("The fault of 'payy#1' never came.\n"))
    #expect(!recorder.error.contains("'pay#1'"))
  }

  @Test func `the doubts of a process that ends early are not reported`() async throws {
    let folder = try TemporaryFolder()
    let faults = try folder.write(Data(#"{"latencies": {"payy": "1s"}}"#.utf8), to: "f.json")
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "4", "--faults", faults, "--jobs", "2"]
    var shares = [["played 2", "doubt No effect was launched that is called 'payy'."], ["played 1"]]
    #expect(await run(arguments) { _ in worker(shares.popLast() ?? []) } == .success)
    #expect(!recorder.error.contains("payy"))
    #expect(await run(arguments + ["--jobs", "1"]) == .badInput)
    #expect(recorder.error.contains("No effect was launched that is called 'payy'.\n"))
  }

  @Test(arguments: ["uniform", "new-orders"])
  func `the search can be chosen, and is part of the command to reproduce it`(search: String) async throws {
    let engines = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]
    let arguments = ["explore", "Scenarios/checkout.json", "--folder", "Scenarios", "--search", search]
    #expect(await run(arguments, engines: engines) == .disagreement)
    let output = recorder.output
    let line = try #require(output.firstMatch(of: /To reproduce it: engine-lab (explore .* --search .*)\n/))
    let command = line.output.1
    let again = ExploreWithFaultsTests()
    #expect(await again.run(command.split(separator: " ").map { String($0) }, engines: engines) == .disagreement)
    #expect(again.recorder.output == output)
    #expect(await run(["explore", "Scenarios/checkout.json", "--search", "all"]) == .badInput)
    #expect(recorder.error.contains("There is no search 'all'. Known: 'uniform', 'few-changes' and 'new-orders'."))
  }

  @Test func `latencies for effects of one name are read`() throws {
    let text = #"{"latency": "2s", "latencies": {"pay": "5s"}}"#
    let disturbances = try Disturbances(data: Data(text.utf8), file: "a.json")
    #expect(disturbances.time == SeededTime.latency(0...2).effect("pay", 0...5))
    let reordering = try Disturbances(data: Data(#"{"reordering": true, "latency": "2s"}"#.utf8), file: "a.json")
    #expect(reordering.time == SeededTime.reordering(0...2))
  }

  @Test func `a missing file of faults is named, and jobs that make no sense are refused`() async {
    let file = "Scenarios/checkout.json"
    #expect(await run(["explore", file, "--faults", "Scenarios/none.json"]) == .badInput)
    #expect(recorder.error == "Scenarios/none.json: no such file.\n")
    #expect(await run(["explore", file, "--jobs", "0"]) == .badInput)
    #expect(recorder.error.contains("--jobs is 0, but at least one process has to play."))
    #expect(await run(["explore", file, "--finding", "a.json"]) == .badInput)
    #expect(recorder.error.contains("--finding is the file of a schedule that was cut down: add --shrink."))
  }

  /// Features, their effects with faults, and how often each of these begins at least.
  private static let scenarios: [(feature: String, parameters: String, steps: String, effect: String)] = [
    ("checkout", #"{"failures": 1}"#, #"{"at": "0ms", "buy": true}"#, "pay"),
    (
      "download", "{}", #"{"at": "0ms", "start": true}, {"at": "250ms", "cancel": true}, {"at": "1s", "start": true}"#,
      "download"
    ),
    (
      "ticker", #"{"count": 60}"#,
      #"{"at": "0ms", "start": true}, {"at": "250ms", "stop": true}, {"at": "1s", "start": true}"#,
      "ticker"
    ),
  ]

  @Test(arguments: Fault.all(for: .milliseconds(250)))
  func `engines agree with each fault in each feature`(fault: Fault) async throws {
    let folder = try TemporaryFolder()
    let by = fault.time == nil ? "" : #", "by": "250ms""#
    for (feature, parameters, steps, effect) in Self.scenarios {
      let file = try folder.write(
        Data(#"{"feature": "\#(feature)", "parameters": \#(parameters), "steps": [\#(steps)]}"#.utf8),
        to: "a.json"
      )
      let first = #"{"effect": "\#(effect)", "fault": "\#(fault.name)"\#(by)}"#
      let faults = try folder.write(
        Data(#"{"latency": "100ms", "faults": [\#(first)], "seeded": ["\#(fault.name)"]}"#.utf8),
        to: "f.json"
      )
      let other = ExploreWithFaultsTests()
      // FeatureEngine's ticker awaits each tick on the main actor, where nothing is late; the others are streams.
      let engines = LabEngine.all.filter { feature != "ticker" || $0.name != "feature" }
      let arguments = ["explore", file, "--faults", faults, "--seeds", "10", "--jobs", "1"]
      let status = await other.run(arguments, engines: engines)
      #expect(status == .success, "\(feature): \(other.recorder.output)")
      #expect(!other.recorder.error.contains("never came"), "\(feature)")
    }
  }

  @Test func `latencies of a file make effects late`() async throws {
    let folder = try TemporaryFolder()
    let faults = try folder.write(Data(#"{"latency": "5s"}"#.utf8), to: "faults.json")
    let engines = [LabEngine.waiting("patient", timeout: nil), .waiting("impatient", timeout: .seconds(2))]
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "20", "--jobs", "1"]
    #expect(await run(arguments, engines: engines) == .success)
    #expect(await run(arguments + ["--faults", faults], engines: engines) == .disagreement)
  }

  @Test func `a finding that cannot be written is refused before any engine is played`() async throws {
    let folder = try TemporaryFolder()
    let plays = Counter()
    let engines = [LabEngine.fake("counting").onStart { plays.add() }]
    for finding in [folder.path, folder.path + "/none/finding.json"] {
      let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "10", "--shrink", "--finding", finding]
      #expect(await run(arguments, engines: engines) == .badInput)
    }
    #expect(plays.value == 0)
    #expect(recorder.error.contains("\(folder.path): this is a folder. The finding needs the path of a file.\n"))
    #expect(recorder.error.hasSuffix("there is no folder '\(folder.path)/none' to write the finding to.\n"))
  }

  /// The executable, which is built next to the tests.
  private var executable: URL? {
    Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("engine-lab")
  }

  @Test func `processes of the executable play their shares`() async throws {
    let executable = executable
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "40", "--jobs", "2"]
    let faults = ["--faults", "Scenarios/Faults/network.json"]
    let count = Mutex(0)
    let status = await run(arguments + faults) { arguments in
      count.withLock { $0 += 1 }
      return try ExploreWorker.start(arguments, executable: executable)
    }
    #expect(status == .success)
    #expect(count.withLock { $0 } == 2)
    #expect(!recorder.error.contains("A process ended"))
    #expect(!recorder.error.contains("No other process"))
    #expect(recorder.output.contains(" agree in all 40 schedules"))
  }

  @Test func `a process of the executable reports its progress, and can be stopped`() async throws {
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "1000000", "--worker"]
    let worker = try ExploreWorker.start(arguments, executable: executable)
    var messages: [ExploreWorkers.Message?] = []
    for await line in worker.lines {
      messages.append(ExploreWorkers.Message(line))
      if messages.count == 3 { worker.stop() }
    }
    #expect(messages.prefix(3) == [.played(1), .played(2), .played(3)])
    #expect(messages.count < 1_000_000)
  }
}
#endif
