import Dispatch
import Foundation
import Synchronization

/// Does some work, and returns whether there was an interrupt.
///
/// The first interrupt cancels the work, and so does a cancel of the calling task.
@MainActor
func interruptible<Value>(
  by interrupts: AsyncStream<Void>,
  _ work: @escaping @MainActor () async throws -> Value
) async -> (Result<Value, any Error>, isInterrupted: Bool) {
  // Both tasks end before this function does: the work is awaited, and then the watch is cancelled and awaited.
  var result = Result<Value, any Error>.failure(CancellationError())
  let task = Task { @MainActor in
    do { result = .success(try await work()) } catch { result = .failure(error) }
  }
  let watch = Task { @MainActor in
    var isInterrupted = false
    for await _ in interrupts {
      isInterrupted = true
      task.cancel()
    }
    return isInterrupted
  }
  await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  watch.cancel()
  return (result, await watch.value)
}

/// Ctrl-C as a stream.
enum Interrupts {
  /// Catches `SIGINT` from now on, and yields when it first comes.
  ///
  /// A second Ctrl-C ends the process at once, in case the work ignores its cancellation. When the stream's iteration
  /// ends, Ctrl-C has its default action again.
  ///
  /// - Returns: The stream; no signal that comes after this function returns is lost.
  static func stream() async -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    let queue = DispatchQueue(label: "engine-lab.interrupts")
    // Dispatch sources may be used from any thread; their Swift protocols do not say so on every platform.
    nonisolated(unsafe) let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    let count = Mutex(0)
    source.setEventHandler { @Sendable in
      let signals = Int(source.data)
      count.withLock { $0 += signals }
      if count.withLock({ $0 }) > 1 { _exit(LabStatus.interrupted.rawValue) }
      continuation.yield()
    }
    continuation.onTermination = { _ in
      source.cancel()
      signal(SIGINT, SIG_DFL)
    }
    // On Apple platforms a source observes a signal without stopping its default action. On Linux the source installs
    // its own handler, so this has to come before it resumes.
    signal(SIGINT, SIG_IGN)
    await withCheckedContinuation { registered in
      source.setRegistrationHandler { @Sendable in registered.resume() }
      source.resume()
    }
    return stream
  }
}
