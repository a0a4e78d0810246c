import Foundation
import StoreCore
import Testing
import _StoreTestSupport

/// Effects that run on other threads, and have ended before the thread on which they began looks for them.
@MainActor
@Suite struct EffectThreadTests {
  /// Runs a job on a thread that is not the caller's, and waits for it.
  ///
  /// The thread is a new one: all of the pool's, which dispatch queues share, may be held by waits for the caller's.
  private nonisolated static func runElsewhere(_ run: @escaping @Sendable () -> Void) {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      run()
      end.signal()
    }
    end.wait()
  }

  private final class Threads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      EffectThreadTests.runElsewhere { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private actor Visited {
    private final class Executor: SerialExecutor {
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        EffectThreadTests.runElsewhere { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func visit() {}
  }

  @Test func `effects that feed themselves through other threads may continue for ever`() async {
    let issues = IssueLog()
    let visited = Visited()
    let options = StoreOptions(executor: Threads(), onIssue: { issues.record($0) }, chainLimit: 2)
    let store = ScriptStore(options: options) { (action: Int) -> EffectProgram<Int> in
      guard action < 20 else { return .none }
      return .task {
        await visited.visit()
        return action + 1
      }
    }
    await store.send(0).tree
    #expect(store.state == Array(0...20))
    #expect(issues.all.map(\.message) == [])
  }

  @Test func `an operation on the main actor begins there, ahead of jobs that are enqueued after its launch`() async {
    final class Note { var isSet = false }
    let note = Note()
    let store = ScriptStore { (_: Int) -> EffectProgram<Int> in .runOnMainActor { _ in note.isSet = true } }
    let handle = store.send(0)
    #expect(await Task.detached { @MainActor in note.isSet }.value)
    await handle.value
  }
}
