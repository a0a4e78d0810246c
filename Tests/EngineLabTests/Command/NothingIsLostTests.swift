import Foundation
import StoreSimulation
import Testing

@testable import EngineLab

/// Commands do not write over what they have read, and say where what they were asked for has not come.
@MainActor
@Suite struct NothingIsLostTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws -> String { try folder.write(Data(text.utf8), to: name) }

  private func scenario(_ deviations: String, _ name: String = "a.json") throws -> String {
    try write(#"{"feature": "download", "steps": [{"at": "0ms", "start": true}]\#(deviations)}"#, to: name)
  }

  private func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  // MARK: Files

  @Test(arguments: ["a.json", "link.json", "sub/b.swift"])
  func `a report does not take the place of a file that was read`(report: String) async throws {
    let file = try write(#"{"feature": "search", "steps": [{"at": "0ms", "type": "x"}]}"#, to: "a.json")
    try FileManager.default.createDirectory(atPath: folder.path + "/sub", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: file)
    _ = try write("x", to: "sub/b.swift")
    let path = folder.path + "/" + report
    let before = try text(of: path)
    let arguments = ["compare", file, "--folder", folder.path + "/sub", "--report", path]
    #expect(await recorder.run(arguments, engines: LabEngine.all) == .badInput)
    #expect(
      recorder.error == "\(path): this file was read, and would be lost. Choose another one with '--report'.\n"
    )
    #expect(try text(of: path) == before)
  }

  @Test func `a finding does not either`() async throws {
    let file = try scenario("")
    let faults = try write(#"{"latency": "1s"}"#, to: "f.json")
    for path in [file, faults] {
      let recorder = Recorder()
      let arguments = ["explore", file, "--faults", faults, "--shrink", "--finding", path]
      #expect(await recorder.run(arguments) == .badInput)
      #expect(
        recorder.error == "\(path): this file was read, and would be lost. Choose another one with '--finding'.\n"
      )
    }
  }

  @Test(arguments: ["q", "-", "é"])
  func `a name may be a single character`(name: String) throws {
    try OutputFile(path: name).check()
    #expect(FileProbe.kind(ofFileAt: name) == .missing)
  }

  @Test func `what a pipe has is read to its end`() {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("played 1\n".utf8))
    #expect(FileProbe.next(in: pipe.fileHandleForReading.fileDescriptor) == Data("played 1\n".utf8))
    pipe.fileHandleForWriting.closeFile()
    #expect(FileProbe.next(in: pipe.fileHandleForReading.fileDescriptor) == nil)
    #expect(FileProbe.next(in: -1) == nil)
  }

  // MARK: Doubts

  @Test(arguments: [
    #"{"effect": "zzz#1", "fault": "fails"}"#, #"{"effect": "download#2", "fault": "fails"}"#, #"{"stepFirst": 99}"#,
  ])
  func `a comparison whose deviations never came says so`(deviation: String) async throws {
    let file = try scenario(#", "deviations": [\#(deviation)]"#)
    let arguments = ["compare", file, "--report", "/dev/null"]
    #expect(await recorder.run(arguments, engines: LabEngine.all) == .badInput)
    #expect(!recorder.error.isEmpty)
    let other = Recorder()
    let plain = ["compare", try scenario("", "b.json"), "--report", "/dev/null"]
    #expect(await other.run(plain, engines: LabEngine.all) == .success)
    #expect(other.error.isEmpty)
  }

  @Test(arguments: ["", #", "engine": "elm""#])
  func `two faults of one launch are refused`(engine: String) async throws {
    let first = #"{"effect": "download", "fault": "fails"\#(engine)}"#
    let second = #"{"effect": "download#1", "fault": "cancelled"}"#
    let file = try scenario(",\n\"deviations\": [\(first),\n\(second)]")
    #expect(await recorder.run(["compare", file], engines: LabEngine.all) == .badInput)
    #expect(recorder.error == "\(file):3: 'download#1' has two faults.\n")
    let apart = try scenario(
      #", "deviations": [{"engine": "elm", "part": 1}, {"effect": "download", "fault": "fails", "engine": "elm"},"#
        + #"{"effect": "download", "fault": "fails", "engine": "redux"}]"#
    )
    #expect(try Scenario(contentsOf: apart).deviations.count == 3)
  }

  @Test func `an engine that there is not is told with its line, also in a list`() async throws {
    let file = try scenario(",\n\"deviations\": [\n{\"engine\":\n\"elmo\", \"part\": 1}]")
    let message = "\(file):4: unknown engine 'elmo'. Known: 'elm', 'feature', 'effectview' and 'redux'.\n"
    for arguments in [["compare", file], ["run", file, "--engine", "elm"], ["scenarios", "--folder", folder.path]] {
      let recorder = Recorder()
      #expect(await recorder.run(arguments, engines: LabEngine.all) == .badInput)
      #expect(recorder.error == message, "\(arguments)")
    }
  }

  // MARK: Numbers

  @Test func `as many seeds as there are numbers can be shared out`() {
    let shares = SeedRange(first: 0, count: .max).shared(among: 2)
    #expect(shares.map(\.count) == [.max / 2 + 1, .max / 2])
    let progress = ExploreProgress(count: .max, console: recorder.console(terminalWidth: 80), start: .zero)
    progress.show(1, at: .seconds(3_600))
    #expect(recorder.error.hasSuffix("1 of \(Int.max) schedules, 16666666 min 40 s left"))
  }

  // MARK: Words

  @Test(arguments: [
    ("a/b-1.json", "a/b-1.json"), ("", "''"), ("a b", "'a b'"), ("$x", "'$x'"), ("it's", #"'it'\''s'"#), ("é", "'é'"),
  ])
  func `a command that can be repeated has its words quoted`(word: String, quoted: String) {
    #expect(word.shellWord == quoted)
  }

  // MARK: Memory

  @Test func `each step of a comparison keeps what is new alone`() async throws {
    let steps = (0..<50).map { #"{"at": "\#($0 * 10)ms", "\#($0 % 2 == 0 ? "start" : "cancel")": true}"# }
    let text = #"{"feature": "download", "steps": [\#(steps.joined(separator: ","))]}"#
    let scenario = try Scenario(data: Data(text.utf8), file: "a.json")
    let comparison = await scenario.script.compare(
      on: LabEngine.all,
      files: .empty,
      deviations: [],
      stopwatch: nil
    )
    for (run, report) in zip(comparison.runs, comparison.reports) {
      #expect(run.observations.map(\.news.events.count).reduce(0, +) == report.events.count)
      var sum = run.observations[0].news
      for observation in run.observations.dropFirst() { sum.add(observation.news) }
      #expect(sum.agrees(with: report))
      #expect(report.events.count >= 100)
    }
  }
}
