import Synchronization

/// Counts the operations that are suspended in it, and lets somebody wait for a count.
final class Gate: Sendable {
  private struct State {
    var running = 0
    var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Mutex(State())

  /// Suspends until the task is cancelled.
  func suspendUntilCancelled() async throws -> String {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    change(by: 1)
    for await _ in stream {}
    continuation.finish()
    change(by: -1)
    throw CancellationError()
  }

  func waitUntilRunning(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.awaited = (count, continuation) }
      change(by: 0)
    }
  }

  private func change(by difference: Int) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.running += difference
      guard let awaited = state.awaited, awaited.count == state.running else { return nil }
      state.awaited = nil
      return awaited.continuation
    }
    continuation?.resume()
  }
}
