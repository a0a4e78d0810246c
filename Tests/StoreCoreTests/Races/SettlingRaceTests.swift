import StoreCore
import Testing
import _StoreTestSupport

/// Stores become quiet in the pool, while pumps are on their way.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct SettlingRaceTests {
  @Test(arguments: ["held by the stream", "made by a closure", "from another thread"])
  func `all elements of a stream that has finished are handled when settle returns`(kind: String) async {
    // Beside tasks that take the pool's threads from the pumps.
    let load = (0..<4).map { _ in Task.detached { while !Task.isCancelled { await Task {}.value } } }
    for round in 0..<300 {
      let store = ScriptStore(Int.self)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      store.launch(kind == "made by a closure" ? .stream { stream } : .stream(stream))
      // Sometimes the pump waits already, sometimes it has not begun.
      if round.isMultiple(of: 2) { await store.settle() }
      if kind == "from another thread" {
        await Task.detached { feed(continuation) }.value
      } else {
        feed(continuation)
      }
      await store.settle()
      #expect(store.state == Array(1...10))
      #expect(store.runningTaskCount == 0)
    }
    for task in load { task.cancel() }
  }
}

@Sendable
private func feed(_ continuation: AsyncStream<Int>.Continuation) {
  for number in 1...10 { continuation.yield(number) }
  continuation.finish()
}
