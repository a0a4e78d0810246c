import Foundation
import Synchronization
import Testing
import _StoreTestSupport

@testable import EngineLab

@MainActor
@Suite struct EngineLabCommandTests {
  private let recorder = Recorder()
  private let reports: TemporaryFolder
  private let page: String

  init() throws {
    reports = try TemporaryFolder()
    page = reports.path + "/report.html"
  }

  /// Runs a command; reports go to a folder of the test.
  private func run(
    _ arguments: String...,
    engines: [LabEngine] = [.fake("elm")],
    interrupts: AsyncStream<Void> = AsyncStream { _ in }
  ) async -> LabStatus {
    await recorder.run(
      arguments + (arguments.first == "compare" ? ["--report", page] : []),
      engines: engines,
      interrupts: interrupts
    )
  }

  // MARK: compare

  @Test func `compare prints a report of all engines`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "F/a.md")
    let engines = [LabEngine.fake("elm"), .fake("feature")]
    let status = await run("compare", ShippedScenario.path, "--folder", folder.path + "/F", engines: engines)
    #expect(status == .success)
    #expect(recorder.output.hasPrefix("Search while typing\nFolder \(folder.path)/F, 1 text file, virtual time\n"))
    #expect(recorder.output.hasSuffix("All engines agree.\n\nReport: \(page)\n"))
    #expect(recorder.error.isEmpty)
    #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!DOCTYPE html>\n"))
  }

  @Test func `disagreement has its own status`() async throws {
    let path = try reports.write(Sample.purchase.utf8, to: "purchase.json")
    #expect(await run("compare", path, engines: [.fake("elm"), .lying("feature")]) == .disagreement)
    #expect(
      recorder.output.hasSuffix(
        """
        The engines disagree.
          Checkout: elm has confirmed, feature has failed: no luck.
        First at 0s: Final state.

        Report: \(page)

        """
      )
    )
  }

  @Test func `compare prints one JSON document on request`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "a.md")
    let engines = [LabEngine.fake("elm"), .fake("feature")]
    let path = ShippedScenario.path
    #expect(await run("compare", path, "--folder", folder.path, "--json", engines: engines) == .success)
    let document = try JSONSerialization.jsonObject(with: Data(recorder.output.utf8)) as? [String: Any]
    #expect(document?["title"] as? String == "Search while typing")
    #expect(document?["agreement"] as? String == "agree")
    #expect((document?["engines"] as? [Any])?.count == 2)
    #expect(document?["report"] as? String == self.page)
    #expect(recorder.output.hasSuffix("}\n"))
    #expect(recorder.error.isEmpty)
  }

  @Test func `the time that each engine took is measured on the stopwatch`() async throws {
    let now = Mutex(Duration.zero)
    let engines = [
      LabEngine.fake("elm"), .fake("feature").onStart { now.withLock { $0 += .milliseconds(20) } },
    ]
    let status = await recorder.run(
      ["compare", ShippedScenario.path(of: "checkout"), "--report", page],
      engines: engines,
      stopwatch: { now.withLock { $0 } }
    )
    #expect(status == .success)
    #expect(recorder.output.contains("    time  agrees with\n"))
    #expect(recorder.output.contains("   0.0ms  all\n"))
    #expect(recorder.output.contains("  20.0ms  all\n"))
  }

  // MARK: Bad input

  @Test func `a bad scenario gives one message`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\n\"feature\": 1, \"steps\": []}".utf8, to: "a.json")
    #expect(await run("compare", path, "--folder", "no/such/folder") == .badInput)
    #expect(recorder.error == "\(path):2: 'feature' must be a string, found a number.\n")
    #expect(recorder.output.isEmpty)
  }

  @Test(arguments: [[], ["--json"]])
  func `a report that cannot be written gives one message, and nothing else`(options: [String]) async {
    let status = await recorder.run(
      ["compare", ShippedScenario.path(of: "checkout"), "--report", "no/such/folder/r.html"] + options
    )
    #expect(status == .badInput)
    #expect(
      recorder.error == "no/such/folder/r.html: there is no folder 'no/such/folder' to write the report to.\n"
    )
    #expect(recorder.output.isEmpty)
  }

  @Test(arguments: ["no/such/folder/r.html", "/", "/proc/none.html"])
  func `a report that cannot be written is refused before any engine is played`(path: String) async {
    let plays = Counter()
    let status = await recorder.run(
      ["compare", ShippedScenario.path(of: "checkout"), "--report", path],
      engines: [LabEngine.fake("elm").onStart { plays.add() }]
    )
    #expect(status == .badInput)
    #expect(recorder.error.hasPrefix("\(path): "))
    #expect(plays.value == 0)
  }

  @Test func `a comparison that fails does not change the earlier report`() async throws {
    try reports.write("of old".utf8, to: "report.html")
    #expect(await run("compare", ShippedScenario.path, "--folder", "no/such/folder") == .badInput)
    #expect(try String(contentsOfFile: page, encoding: .utf8) == "of old")
  }

  @Test func `a comparison that fails makes no report`() async {
    #expect(await run("compare", ShippedScenario.path, "--folder", "no/such/folder") == .badInput)
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  // MARK: Output that cannot be written

  @Test(arguments: [
    ["compare", ShippedScenario.path(of: "checkout")], ["compare", ShippedScenario.path(of: "checkout"), "--json"],
    ["explore", ShippedScenario.path(of: "checkout"), "--seeds", "1"],
    ["engines"], ["scenarios"], ["--help"], ["help", "run"],
  ])
  func `output that cannot be written ends each command with a message`(arguments: [String]) async {
    let recorder = recorder
    let context = LabContext(
      engines: [.fake("elm")],
      console: Console(
        terminalWidth: nil,
        output: { _ throws(LabError) in throw LabError(subject: "standard output", reason: "it is full.") },
        error: recorder.console().error
      ),
      interrupts: { AsyncStream { _ in } }
    )
    let report = arguments.first == "compare" ? ["--report", page] : []
    let status = await EngineLabCommand.run(arguments + report, in: context)
    #expect(status == .badInput)
    #expect(recorder.error.hasSuffix("standard output: it is full.\n"))
  }

  #if os(Linux)
  @Test func `a full device at standard output ends the process with status 2 and the reason`() async throws {
    let result = await #expect(processExitsWith: .exitCode(2), observing: [\.standardErrorContent]) {
      dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO)
      exit(await EngineLabTool.run(arguments: ["engines"]))
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      error.contains(
        "standard output: the text cannot be written there (No space left on device). Direct it to another place.\n"
      )
    )
  }
  #endif

  @Test func `a report is not written to the file of standard output, whose text would be over it`() async throws {
    let result = await #expect(processExitsWith: .exitCode(2), observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      let path = try folder.write("".utf8, to: "out.txt")
      dup2(open(path, O_WRONLY), STDOUT_FILENO)
      let arguments = ["compare", ShippedScenario.path(of: "checkout"), "--report", path]
      let status = await EngineLabTool.run(arguments: arguments)
      try FileManager.default.removeItem(atPath: folder.path)
      exit(status)
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let sentence = "/out.txt: standard output is written to this file, over the report. Choose another one with "
    #expect(error.contains(sentence + "'--report'.\n"), "\(error)")
  }

  @Test(arguments: [true, false])
  func `a closed pipe ends the process by the signal, and without a message`(isIgnored: Bool) async throws {
    let result = await #expect(processExitsWith: .signal(SIGPIPE), observing: [\.standardErrorContent]) {
      [isIgnored] in
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[0])
      if isIgnored { signal(SIGPIPE, SIG_IGN) }
      exit(await EngineLabTool.run(arguments: ["engines"]))
    }
    #expect(!String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains("standard output"))
  }

  @Test(arguments: [["compare"], ["run", "--engine", "elm"]])
  func `a bad folder gives one message`(command: [String]) async {
    let arguments = command + [ShippedScenario.path, "--folder", "no/such/folder"]
    let status = await recorder.run(arguments)
    #expect(status == .badInput)
    #expect(recorder.error == "no/such/folder: no such folder.\n")
  }

  // The engines agreed on nothing.
  @Test(arguments: [["compare"], ["explore"], ["run", "--engine", "elm"]], [false, true])
  func `a folder without a file to search gives one message`(command: [String], hasBinary: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "a.log")
    if hasBinary { try folder.write([0], to: "a.md") }
    let parameters = #""parameters": {"extensions": ["md", "txt"]}"#
    let text = #"{"feature": "search", \#(parameters), "steps": [{"at": "0s", "type": "a"}]}"#
    let file = try folder.write(text.utf8, to: "a.json")
    #expect(await recorder.run(command + [file, "--folder", folder.path]) == .badInput)
    #expect(
      recorder.error == """
        \(folder.path): the folder has no file to search: none with the extension 'md' or 'txt'\
        \(hasBinary ? " that can be searched" : ""). Choose another folder with '--folder', or give the scenario other \
        'extensions'.

        """
    )
    #expect(recorder.output.isEmpty)
  }

  @Test func `an unknown engine gives one message`() async {
    #expect(await run("run", ShippedScenario.path, "--engine", "mvc") == .badInput)
    #expect(recorder.error == "--engine: unknown engine 'mvc'. Known: 'elm'.\n")
  }

  @Test(arguments: [
    (["compare"], "Error: Missing expected argument '<file>'"),
    (["run", "a.json"], "Error: Missing expected argument '--engine <engine>'"),
    (["compare", "a.json", "b.json"], "Error: Unexpected argument 'b.json'"),
    (["compare", "a.json", "--report"], "Error: Missing value for '--report <report>'"),
    (["compare", "a.json", "--json=yes"], "Error: The option '--json' does not take any value"),
    (["run", "a.json", "--engine", "elm", "--json"], "Error: Unknown option '--json'"),
    (["compare", "a.json", "--folder"], "Error: Missing value for '--folder <folder>'"),
    (["compare", "a.json", "--colour"], "Error: Unknown option '--colour'"),
    (["explode"], "Error: Unexpected argument 'explode'"),
    ([], "OVERVIEW: Plays scenario files on the engines of Store Engines."),
  ])
  func `bad arguments are explained`(arguments: [String], beginning: String) async {
    let status = await recorder.run(arguments, engines: [])
    #expect(status == .badInput)
    #expect(recorder.error.hasPrefix(beginning))
    #expect(recorder.output.isEmpty)
  }

  @Test(arguments: [["--help"], ["help"], ["help", "run"], ["run", "--help"]])
  func `help is printed to standard output`(arguments: [String]) async {
    let status = await recorder.run(arguments, engines: [])
    #expect(status == .success)
    #expect(recorder.output.hasPrefix("OVERVIEW: Play"))
    #expect(recorder.error.isEmpty)
  }

  // MARK: run

  @Test func `run shows progress and prints the report of one engine`() async throws {
    let path = try reports.write(Sample.purchase.utf8, to: "purchase.json")
    #expect(await run("run", path, "--engine", "elm") == .success)
    let lines = recorder.error.split(separator: "\n").map { $0.drop { $0 != " " } }
    #expect(lines.first == "  buying")
    #expect(lines.last == "  confirmed, reserve 1, pay 1, confirm 1")
    #expect(
      recorder.output.hasPrefix("purchase.json\nSteps of 0s, timeout after 1s, 3 attempts at most, real time\n")
    )
    #expect(recorder.output.hasSuffix("One engine ran; nothing to compare it with.\n"))
  }

  @Test func `an interrupt cancels the run and prints a closing line`() async throws {
    let path = try reports.write(Sample.endless.utf8, to: "endless.json")
    let (interrupts, continuation) = AsyncStream.makeStream(of: Void.self)
    let engine = LabEngine.fake("elm").onStart { continuation.yield() }
    #expect(await run("run", path, "--engine", "elm", engines: [engine], interrupts: interrupts) == .interrupted)
    #expect(recorder.error.hasSuffix("Interrupted before anything happened.\n"))
    #expect(recorder.output.isEmpty)
  }

  @Test func `the closing line of an interrupted run shows the last progress`() {
    let line = ProgressLine(elapsed: .milliseconds(1200), phase: "waiting", progress: "\"store\"  waiting")
    #expect(RunCommand.closingLine(line) == "Interrupted. Last seen: 1.2s  \"store\"  waiting\n")
  }

  @Test func `Ctrl-C ends the process with status 130`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      let folder = try TemporaryFolder()
      let path = try folder.write(Sample.endless.utf8, to: "endless.json")
      let context = LabContext(
        engines: [LabEngine.fake("elm").onStart { kill(getpid(), SIGINT) }],
        console: .standard,
        interrupts: { await Interrupts.stream() }
      )
      let status = await EngineLabCommand.run(["run", path, "--engine", "elm"], in: context)
      // The end of a process deallocates nothing.
      try FileManager.default.removeItem(atPath: folder.path)
      exit(status.rawValue)
    }
  }

  @Test func `a second Ctrl-C ends a process that ignores the first`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      let interrupts = await Interrupts.stream()
      kill(getpid(), SIGINT)
      for await _ in interrupts { kill(getpid(), SIGINT) }
    }
  }
}
