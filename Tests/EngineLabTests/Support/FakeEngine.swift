import EngineLab

/// An engine that answers with a report at hand.
struct FakeEngine: LabEngine {
  let name: String
  var summary = "a fake"
  var report: RunReport?
  var error: (any Error)?
  var isEndless = false
  var onStart: @Sendable () -> Void = {}
  var onCancel: (@Sendable () -> Void)?

  func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    stage.progress?(ProgressLine(elapsed: .milliseconds(1200), phase: "waiting", progress: "\"store\"  waiting"))
    onStart()
    if let onCancel {
      // Ignores its cancellation: nothing resumes the continuation.
      await withTaskCancellationHandler {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      } onCancel: {
        onCancel()
      }
    }
    if isEndless {
      // Ends only by cancellation, however long that takes.
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
      continuation.finish()
      throw CancellationError()
    }
    if let error { throw error }
    return report ?? RunReport(engine: name)
  }
}
