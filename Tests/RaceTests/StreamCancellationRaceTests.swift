import Foundation
import StoreCore
import Synchronization
import Testing
import _StoreTestSupport

/// A cancel of a stream whose sequence holds a lock of its own while it changes executors, as operators of other
/// libraries do.
///
/// Its cancellation handler takes the same lock. The cancel must not wait for it while it holds what the pump waits for.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct StreamCancellationRaceTests {
  /// Numbers without end, until the task is cancelled.
  private struct Numbers: AsyncSequence, AsyncIteratorProtocol {
    final class Storage: Sendable {
      private let lock = NSLock()
      let isCancelled = Atomic(false)

      func acquire() { lock.lock() }
      func release() { lock.unlock() }

      @concurrent
      func next() async -> Int? { isCancelled.load(ordering: .relaxed) ? nil : 1 }
    }

    let storage = Storage()

    func makeAsyncIterator() -> Numbers { self }

    @concurrent
    func next() async -> Int? {
      await withTaskCancellationHandler {
        storage.acquire()
        defer { storage.release() }
        return await storage.next()
      } onCancel: {
        storage.acquire()
        storage.isCancelled.store(true, ordering: .relaxed)
        storage.release()
      }
    }
  }

  private enum Way: CaseIterable {
    case handle, name, replacement, thread, deallocation
  }

  @Test(arguments: Way.allCases)
  private func `a cancel of a stream that runs does not wait for its lock`(by way: Way) async {
    await watchingMainActor {
      var store = ScriptStore<Int>()
      for round in 0..<Rounds.of(500) {
        var actions = store.actions.makeAsyncIterator()
        let handle = store.launch(.stream(Numbers(), id: "numbers"))
        // Some have begun, and some not.
        for _ in 0..<round % 4 { _ = await actions.next() }
        switch way {
        case .handle: handle.cancel()
        case .name: store.cancel(id: "numbers")
        case .replacement: break
        case .thread: await Task.detached { handle.cancel() }.value
        case .deallocation: store = ScriptStore()
        }
      }
      store.cancelAll()
      #expect(store.runningTaskCount == 0)
    }
  }

  @Test func `the operation of a timeout that is over does not wait for its lock`() async {
    await watchingMainActor {
      let store = ScriptStore<Int>()
      for _ in 0..<Rounds.of(500) {
        await store.launch(.stream(Numbers(), id: "numbers").timeout(after: .microseconds(200)).catch { _ in .none })
          .value
      }
      #expect(store.runningTaskCount == 0)
    }
  }
}
