#if Exhaustive
import Dispatch
import Foundation
import StoreCore
import StoreSimulation
import Synchronization
import Testing
import _StoreTestSupport

/// The promise of a cancel from another thread: a transition that has begun continues, and nothing begins afterwards.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct HandleCancellationRaceTests {
  private final class Handles: Sendable {
    private let handle = Mutex<SendHandle?>(nil)

    func put(_ newHandle: SendHandle) { handle.withLock { $0 = newHandle } }

    func cancel() { handle.withLock { $0 }?.cancel() }
  }

  @Test func `a second cancel is final, although the first one is still at work`() async throws {
    let gate = Gate()
    let (isAtWork, mayGoOn, isDone) = (Gate(), DispatchSemaphore(value: 0), Gate())
    let sends = AsyncStream.makeStream(of: Send<Int>.self)
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      guard action == 0 else { return .none }
      return .merge([
        .run { _ in
          await withTaskCancellationHandler {
            await gate.pass()
          } onCancel: {
            // Its thread has taken both effects out, and has cancelled the task of the first one alone.
            isAtWork.open()
            mayGoOn.wait()
          }
        },
        .run { send in
          sends.continuation.yield(send)
          await gate.pass()
        },
      ])
    }
    let handle = store.send(0)
    var iterator = sends.stream.makeAsyncIterator()
    let send = try #require(await iterator.next())
    await gate.waitForArrivals(2)
    Thread.detachNewThread { @Sendable in
      handle.cancel()
      isDone.open()
    }
    await isAtWork.pass()
    handle.cancel()
    #expect(send.isCancelled)
    send(1)
    store.send(2)
    #expect(store.state == [0, 2])
    mayGoOn.signal()
    await isDone.pass()
    gate.open()
    await store.settle()
    #expect(store.state == [0, 2])
  }

  @Test func `a transition that has begun continues, and nothing begins after eight threads have cancelled`() async {
    let handles = Handles()
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      switch action {
      case 0:
        return .sequence([
          .run { send in for number in 1...5 { send(number) } },
          .task { 6 },
          .emit(7),
        ])
      case 1:
        // The main actor waits in its transition until all of them have returned.
        let threads = DispatchGroup()
        for _ in 0..<8 {
          threads.enter()
          Thread.detachNewThread { @Sendable in
            handles.cancel()
            threads.leave()
          }
        }
        threads.wait()
        return .merge([.emit(10), .task { 11 }, .emit(12), .stream(AsyncStream { _ in })])
      default:
        return .none
      }
    }
    let handle = store.send(0)
    handles.put(handle)
    await handle.tree
    await store.settle()
    #expect(store.state == [0, 1, 10, 12])
    #expect(store.runningTaskCount == 0)
    #expect(handle.isFinished)
  }

  @Test(arguments: ["an effect that sends", "a stream", "effects in a row"])
  func `at most one transition is seen after a cancel from another thread has returned`(kind: String) async {
    let hasReturned = ManagedAtomic(false)
    var late = 0
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      if hasReturned.load(ordering: .sequentiallyConsistent) { late += 1 }
      switch kind {
      case "an effect that sends":
        return action == 0 ? .run { send in while !send.isCancelled { send(1) } } : .none
      case "a stream":
        guard action == 0 else { return .none }
        return .stream(AsyncStream { 1 })
      default:
        return .task { 1 }
      }
    }
    for _ in 0..<100 {
      late = 0
      let handle = store.send(0)
      let returns = Counter()
      let cancel: @Sendable () -> Void = {
        handle.cancel()
        hasReturned.store(true, ordering: .sequentiallyConsistent)
        returns.add()
      }
      // From the start, and on threads outside the pool: an effect that sends may hold the pool's last one.
      for _ in 0..<4 { Thread.detachNewThread(cancel) }
      // And after a while.
      for _ in 0..<4 {
        Task.detached {
          await Task { @MainActor in }.value
          cancel()
        }
      }
      await returns.wait(for: 8)
      await store.settle()
      #expect(late <= 1)
      #expect(store.runningTaskCount == 0)
      hasReturned.store(false, ordering: .sequentiallyConsistent)
    }
  }
}
#endif
