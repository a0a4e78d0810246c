import Foundation
import StoreRecording
import Testing

@testable import EngineLab

/// Files of sessions that are sound, and those that are not.
@MainActor
@Suite struct SessionFileTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func why(_ contents: some Sequence<UInt8>, _ effect: String = "search") async throws -> LabStatus {
    let path = try folder.write(contents, to: "s.jsonl")
    return await recorder.run(["why", path, effect])
  }

  private var path: String { folder.path + "/s.jsonl" }

  // MARK: Sound files

  @Test func `a session is written as in the file of the first format`() async throws {
    let written = try await RecordedSearch.lines(on: LabEngine.all[0])
    let golden = try String(contentsOf: RecordedSearch.file, encoding: .utf8)
    #expect(written.map { $0 + "\n" }.joined() == golden)
  }

  @Test func `why says who cancelled the search, by which step, and what was dropped`() async {
    #expect(await recorder.run(["why", RecordedSearch.file.path, "cancel"]) == .success)
    #expect(
      recorder.output == """
                  elm: ElmEngine.Store, state State, actions Action
          3000ms  The effect 'search' (cancel) was launched by the action typed("cancel"), sent at \
        EngineLab/Host.swift:1, after the note 'step Scenarios/search.json:14'.
          3000ms  It waits for 0.2 seconds of silence.
          3200ms  It sent searchStarted("cancel"), which was handled.
          3200ms  It sent progressed 3 times until 3280ms, which were handled.
          3300ms  It was replaced by the effect 'search' (cancellation), launched by the action \
        typed("cancellation"), sent at EngineLab/Host.swift:1, after the note 'step Scenarios/search.json:15'.
          3300ms  Its task ended.
                  Nothing that it sent was dropped.

        """
    )
    #expect(recorder.error.isEmpty)
  }

  @Test(arguments: 1...3) func `why says on other engines what was dropped`(engine: Int) async throws {
    let lines = try await RecordedSearch.lines(on: LabEngine.all[engine])
    #expect(try await why(lines.map { $0 + "\n" }.joined().utf8, "cancel") == .success)
    #expect(recorder.output.contains("replaced"))
  }

  @Test func `a name has an answer for each of its effects, the last twenty`() async throws {
    let records = (1...25).map { number in
      #"{"number":\#(number),"at":0,"store":1,"kind":"effectStarted","effect":\#(number),"id":"x\u001b"}"#
    }
    let text = ([SessionWriter.hello, #"{"store":1}"#] + records).map { $0 + "\n" }.joined()
    #expect(try await why(text.utf8, "x\u{1B}") == .success)
    #expect(
      recorder.output.hasPrefix("5 earlier effects of this name are left out.\n\n     0ms  The effect 'x\\u{1B}'")
    )
    #expect(recorder.output.split(separator: "\n\n").count == 21)
    let other = Recorder()
    #expect(await other.run(["why", path, "25"]) == .success)
    #expect(other.output.split(separator: "\n").count == 2)
  }

  @Test func `a name without an effect gives the names that there are`() async {
    #expect(await recorder.run(["why", RecordedSearch.file.path, "load"]) == .badInput)
    let names = "'search', 'st', 'sto', 'store', 'cancel', 'cancellation', 'effect' and 'clock'"
    #expect(recorder.error == "\(RecordedSearch.file.path): no effect 'load'. Known: \(names).\n")
    #expect(recorder.output.isEmpty)
  }

  // MARK: Others

  nonisolated private static let hello = SessionWriter.hello + "\n"
  nonisolated private static let launch =
    #"{"number":1,"at":0,"store":1,"kind":"effectStarted","effect":1,"id":"search"}"#

  @Test(arguments: [
    ("", "the file is empty."),
    ("\u{0}\u{1}\u{2}", "1: this is no session, as 'engine-lab run --record' writes it."),
    ("{}\n", "1: this is no session, as 'engine-lab run --record' writes it."),
    (#"{"format":2}"# + "\n", "1: the session has the format 2, and this engine-lab reads 1. Use a newer one."),
    (hello + launch + "\n\u{0}\n", "3: this is no record of a session."),
    (hello + launch + "\n" + launch + "\n", "3: the record has the number 1, which is not above the one before."),
    (hello + launch + "\n" + #"{"number":2,"at":0,"kind":"new"}"# + "\n", "3: this is no record of a session."),
    (hello + String(repeating: "a", count: 70_000), "2: the line is longer than 64 KiB, as none of a session is."),
  ])
  func `a file that is none gives one message with the line`(text: String, message: String) async throws {
    #expect(try await why(text.utf8) == .badInput)
    let separator = message.first?.isNumber == true ? ":" : ": "
    #expect(recorder.error == "\(path)\(separator)\(message)\n")
    #expect(recorder.output.isEmpty)
  }

  @Test func `bytes that are no text give one message`() async throws {
    #expect(try await why(Array(Self.hello.utf8) + [0xFF, 0xFE, 0x0A]) == .badInput)
    #expect(recorder.error == "\(path):2: this is no record of a session.\n")
  }

  @Test func `a session that was cut off is answered up to there, with a message`() async throws {
    #expect(try await why((Self.hello + Self.launch + "\n" + Self.launch.dropLast(9)).utf8) == .badInput)
    let story = ["     0ms  The effect 'search' was launched without an action.", "          It still runs."]
    #expect(recorder.output == story.map { $0 + "\n" }.joined())
    #expect(recorder.error == "\(path):3: the session ends inside this line; what was recorded after it is lost.\n")
  }

  @Test func `a file of 500 MB without lines is read no further than a line may be long`() async throws {
    try folder.write(Self.hello.utf8, to: "s.jsonl")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 500_000_000)
    try handle.close()
    #expect(await recorder.run(["why", path, "search"]) == .badInput)
    #expect(recorder.error == "\(path):2: the line is longer than 64 KiB, as none of a session is.\n")
  }

  @Test func `a session is read up to its limit`() async throws {
    let text = String(repeating: "a", count: 60_000)
    let lines = (1...20).map { #"{"number":\#($0),"at":0,"kind":"note","text":"\#(text)"}"# + "\n" }
    let path = try folder.write((Self.hello + lines.joined()).utf8, to: "s.jsonl")
    #expect(try SessionFile.read(path, limit: 2 << 20).session.records.count == 20)
    let error = #expect(throws: LabError.self) { try SessionFile.read(path, limit: 1 << 20) }
    #expect(error == SessionFile.tooLong(path, line: 20, limit: 1 << 20))
    #expect(SessionFile.tooLong(path, line: 9).reason == "the session is longer than 32 MiB, the limit.")
  }

  // MARK: run --record

  @Test func `a run is recorded while it goes on, and can be asked`() async throws {
    let scenario = try folder.write(Sample.purchase.utf8, to: "purchase.json")
    #expect(await recorder.run(["run", scenario, "--engine", "elm", "--record", path]) == .success)
    #expect(recorder.error.contains("confirmed"))
    let (session, problem) = try SessionFile.read(path)
    #expect(problem == nil)
    #expect(session.records.first?.text == "step \(scenario):1")
    #expect(session.records.map(\.number) == (1...UInt64(session.records.count)).map(\.self))
    let other = Recorder()
    #expect(await other.run(["why", path, "reserve"]) == .success)
    #expect(other.output.contains("after the note 'step \(scenario):1'"))
  }

  @Test(.enabled(if: FileProbe.kind(ofFileAt: "/dev/full") == .other))
  func `a full disk is said once, and the run goes on`() async throws {
    let scenario = try folder.write(Sample.purchase.utf8, to: "purchase.json")
    #expect(await recorder.run(["run", scenario, "--engine", "elm", "--record", "/dev/full"]) == .badInput)
    let message = """
      /dev/full: the record cannot be written there (No space left on device). Choose another file with '--record'. \
      The run goes on without it.
      """
    #expect(recorder.error.split(separator: "\n").count { $0 == message } == 1)
    #expect(recorder.output.contains("confirmed"))
  }

  @Test func `a session does not overwrite the scenario`() async throws {
    let scenario = try folder.write(Sample.purchase.utf8, to: "purchase.json")
    #expect(await recorder.run(["run", scenario, "--engine", "elm", "--record", scenario]) == .badInput)
    #expect(
      recorder.error == "\(scenario): this file was read, and would be lost. Choose another one with '--record'.\n"
    )
  }
}
