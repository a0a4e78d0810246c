/// Suspends until the task is cancelled.
///
/// - Throws: `CancellationError`, always.
package func untilCancelled() async throws -> Never {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
  throw CancellationError()
}
