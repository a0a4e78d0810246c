import Dispatch
import Foundation
import StoreStreams
import Testing
import _StoreTestSupport

/// Operators that hold a lock while they suspend, cancelled while they are at work: neither side may wait for the other.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct CancelledOperatorTests {
  /// Numbers that a thread of the pool makes.
  private nonisolated func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      Task.detached {
        for number in 0..<50 { continuation.yield(number) }
        continuation.finish()
      }
    }
  }

  /// Runs jobs on threads that are not those of the pool.
  private final class Threads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private func play(
    options: StoreOptions = StoreOptions(),
    _ subscribe: (ScriptStore<Int>) -> SendHandle
  ) async {
    await watchingMainActor {
      let store = ScriptStore<Int>(options: options)
      for round in 0..<300 {
        var actions = store.actions.makeAsyncIterator()
        let handle = subscribe(store)
        for _ in 0..<round % 40 { _ = await actions.next() }
        handle.cancel()
        #expect(handle.isFinished)
      }
    }
  }

  @Test func `a merged stream is cancelled while it delivers`() async {
    await play { $0.subscribe(to: merge(numbers(), numbers())) { $0 } }
  }

  @Test func `a merged stream on an executor with threads of its own is cancelled while it delivers`() async {
    await play(options: StoreOptions(executor: Threads())) { $0.subscribe(to: merge(numbers(), numbers())) { $0 } }
  }

  @Test func `a stream in chunks is cancelled while it delivers`() async {
    await play {
      $0.subscribe(to: numbers().chunks(ofCount: 1, or: .repeating(every: .milliseconds(1)))) { $0.reduce(0, +) }
    }
  }

  @Test func `a zipped and a combined stream are cancelled while they deliver`() async {
    await play { $0.subscribe(to: zip(numbers(), numbers())) { $0 + $1 } }
    await play { $0.subscribe(to: combineLatest(numbers(), numbers())) { $0 + $1 } }
  }

  @Test func `a stream with a rate is cancelled while it delivers`() async {
    await play { $0.subscribe(to: merge(numbers(), numbers()), rate: .throttle(for: .zero)) { $0 } }
  }
}
