#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

/// Stores become quiet in the pool while stream pumps are on their way.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct SettlingRaceTests {
  @Test func `all elements of a stream that has finished are handled when settle returns`() async {
    // In a process of its own, where no other test competes with the load.
    await #expect(processExitsWith: .success) {
      // Tasks that take the pool's threads from the pumps.
      let load = (0..<4).map { _ in Task.detached { while !Task.isCancelled { await Task {}.value } } }
      for kind in Kind.allCases {
        for round in 0..<300 {
          let state = await Self.stateAfterStream(kind, waitsBefore: round.isMultiple(of: 2))
          #expect(state == Array(1...10), "\(kind)")
        }
      }
      for task in load { task.cancel() }
    }
  }

  private enum Kind: CaseIterable {
    case heldByTheStream, madeByAClosure, fromAnotherThread
  }

  /// The actions that a store has handled of a finished stream, whose pump waits before, or may not have begun.
  private static func stateAfterStream(_ kind: Kind, waitsBefore: Bool) async -> [Int] {
    let store = ScriptStore(Int.self)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    store.launch(kind == .madeByAClosure ? .stream { stream } : .stream(stream))
    if waitsBefore { await store.settle() }
    if kind == .fromAnotherThread {
      await Task.detached { feed(continuation) }.value
    } else {
      feed(continuation)
    }
    await store.settle()
    #expect(store.runningTaskCount == 0)
    return store.state
  }
}

@Sendable
private func feed(_ continuation: AsyncStream<Int>.Continuation) {
  for number in 1...10 { continuation.yield(number) }
  continuation.finish()
}
#endif
