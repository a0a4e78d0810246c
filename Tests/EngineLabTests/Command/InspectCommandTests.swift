import Synchronization
import Testing

@testable import EngineLab

@MainActor
@Suite struct InspectCommandTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder
  /// The engines that have made a store.
  private let played = Played()

  init() throws { folder = try TemporaryFolder() }

  /// Runs the command, and interrupts it when it has said that all is over; that stores stay until then is checked in a
  /// browser.
  private func run(
    _ arguments: String...,
    startInspector: (@MainActor (Bool) -> Void)?
  ) async -> LabStatus {
    let (interrupts, continuation) = AsyncStream.makeStream(of: Void.self)
    let console = recorder.console()
    let context = LabContext(
      engines: ["elm", "redux", "feature"].map { name in
        LabEngine.fake(name).onStart { [played] in played.add(name) }
      },
      console: Console(terminalWidth: nil, output: console.output) { text in
        console.error(text)
        if text.hasPrefix("All is over.") { continuation.yield() }
      },
      startInspector: startInspector,
      interrupts: { interrupts }
    )
    return await EngineLabCommand.run(["inspect"] + arguments, in: context)
  }

  @Test func `all engines play with an inspector`() async throws {
    let path = try folder.write(Sample.purchase.utf8, to: "purchase.json")
    var started: [Bool] = []
    let status = await run(path) { control in
      #expect(played.names.isEmpty)
      started.append(control)
    }
    #expect(status == .success)
    #expect(started == [false])
    #expect(recorder.error == "All is over. The page stays open until Ctrl-C.\n")
    #expect(played.names == ["elm", "feature", "redux"])
  }

  @Test func `the engines that are asked for play, with control`() async throws {
    let path = try folder.write(Sample.purchase.utf8, to: "purchase.json")
    var started: [Bool] = []
    let status = await run(path, "--engine", "feature", "--engine", "elm", "--control") { started.append($0) }
    #expect(status == .success)
    #expect(started == [true])
    #expect(played.names == ["elm", "feature"])
  }

  @Test func `an interrupt before the end has its own status`() async throws {
    let path = try folder.write(Sample.endless.utf8, to: "endless.json")
    let (interrupts, continuation) = AsyncStream.makeStream(of: Void.self)
    let context = LabContext(
      engines: [LabEngine.fake("elm").onStart { continuation.yield() }],
      console: recorder.console(),
      startInspector: { _ in },
      interrupts: { interrupts }
    )
    #expect(await EngineLabCommand.run(["inspect", path], in: context) == .interrupted)
    #expect(recorder.error.isEmpty)
  }

  @Test func `nothing is inspected of what cannot be played`() async throws {
    let path = try folder.write(Sample.purchase.utf8, to: "purchase.json")
    var starts = 0
    #expect(await run(path, "--engine", "none") { _ in starts += 1 } == .badInput)
    #expect(await run("no.json") { _ in starts += 1 } == .badInput)
    #expect(starts == 0)
    #expect(await run(path, startInspector: nil) == .badInput)
    #expect(recorder.error.hasSuffix("inspect: this tool was built without the inspector.\n"))
  }
}

private final class Played: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0.sorted() } }
  func add(_ name: String) { list.withLock { $0.append(name) } }
}
