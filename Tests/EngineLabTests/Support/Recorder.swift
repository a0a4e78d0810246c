import Synchronization

@testable import EngineLab

/// A console that records its output.
final class Recorder: Sendable {
  private let texts = Mutex((output: "", error: ""))

  var output: String { texts.withLock { $0.output } }
  var error: String { texts.withLock { $0.error } }

  func console(terminalWidth: Int? = nil) -> Console {
    Console(
      terminalWidth: terminalWidth,
      output: { text in self.texts.withLock { $0.output += text } },
      error: { text in self.texts.withLock { $0.error += text } }
    )
  }

  /// Runs a command whose output is recorded.
  @MainActor func run(
    _ arguments: [String],
    engines: [LabEngine] = [.fake("elm")],
    terminalWidth: Int? = nil,
    stopwatch: Stopwatch? = nil,
    startWorker: (([String]) throws -> ExploreWorker)? = nil,
    interrupts: AsyncStream<Void> = AsyncStream { _ in }
  ) async -> LabStatus {
    let context = LabContext(
      engines: engines,
      console: console(terminalWidth: terminalWidth),
      stopwatch: stopwatch,
      startWorker: startWorker,
      interrupts: { interrupts }
    )
    return await EngineLabCommand.run(arguments, in: context)
  }
}
