#if Exhaustive
import Foundation
import Testing
import _StoreTestSupport

@testable import StoreCore

/// The cost of many waits and of many named programs, each in a process of its own, where nothing else works.
///
/// Eight times as many take eight times as long, or sixty-four times if each looks at all others. One of three
/// measurements has to show it: in any of them, other programs may take the caches and the processor.
@Suite(.serialized) struct ManyWaitsTests {
  @Test func `child tasks of one effect that each wait for an action scale linearly`() async {
    await #expect(processExitsWith: .success) {
      // Of fewer, threads that meet at a lock on a busy machine would decide.
      await ManyWaitsTests.expectLinear(of: 1_000, 8_000) {
        await ManyWaitsTests.processorTime(ofPerforms: $0)
      }
    }
  }

  @Test func `handles of named programs that are cancelled one by one scale linearly`() async {
    await #expect(processExitsWith: .success) {
      await ManyWaitsTests.expectLinear(of: 250, 2_000) {
        await ManyWaitsTests.processorTime(ofCancels: $0)
      }
    }
  }

  @Test func `effects that queue while another one waits scale linearly`() async {
    await #expect(processExitsWith: .success) {
      await ManyWaitsTests.expectLinear(of: 250, 2_000) {
        await ManyWaitsTests.processorTime(ofQueued: $0)
      }
    }
  }

  @Test func `effects that queue in a named program scale linearly`() async {
    await #expect(processExitsWith: .success) {
      await ManyWaitsTests.expectLinear(of: 250, 2_000) {
        await ManyWaitsTests.processorTime(ofQueuedInOneProgram: $0)
      }
    }
  }

  @Test func `a wait for queued effects scales linearly`() async {
    await #expect(processExitsWith: .success) {
      await ManyWaitsTests.expectLinear(of: 250, 2_000) {
        await ManyWaitsTests.processorTime(ofWaitForQueued: $0)
      }
    }
  }

  @Test func `actions that are emitted to a suspending handler scale linearly`() async {
    await #expect(processExitsWith: .success) {
      await ManyWaitsTests.expectLinear(of: 250, 2_000) {
        await ManyWaitsTests.processorTime(ofSuspensions: $0)
      }
    }
  }

  @Test func `waits until a store is quiet that are cancelled one by one scale linearly`() async {
    await #expect(processExitsWith: .success) {
      // Of a thousand, each takes 1 to 9 microseconds, depending on how far it has come; of more, about 10.
      await ManyWaitsTests.expectLinear(of: 4_000, 32_000) {
        await ManyWaitsTests.processorTime(ofCancelledWaits: $0)
      }
    }
  }

  private static func expectLinear(of fewer: Int, _ more: Int, _ time: (Int) async -> Double) async {
    var measured: [String] = []
    for _ in 0..<3 {
      let (few, many) = (await time(fewer), await time(more))
      if many < few * 24 { return }
      measured.append("\(few), \(many)")
    }
    Issue.record("It does not scale linearly: \(measured.joined(separator: "; "))")
  }

  @MainActor
  private static func processorTime(ofPerforms count: Int) async -> Double {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      guard action < 0 else { return action == .max ? .none : .task { .max } }
      return .run { send in
        await withTaskGroup { group in
          for number in 0..<count { group.addTask { await send.perform(number) } }
        }
      }
    }
    let start = clock()
    await store.send(-1).tree
    #expect(store.state.count == 2 * count + 1)
    return Double(clock() - start)
  }

  @MainActor
  private static func processorTime(ofCancels count: Int) async -> Double {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      .merge([.task { try await untilCancelled() }, .task { try await untilCancelled() }]).cancellable(id: action)
    }
    let handles = (0..<count).map { store.send($0) }
    let start = clock()
    for handle in handles { handle.cancel() }
    #expect(store.runningTaskCount == 0)
    return Double(clock() - start)
  }

  /// An effect of the name "queue", which never ends.
  private static let queued = EffectProgram<Int>.run(EffectOptions(id: "queue", policy: .queue(limit: .max))) { _ in
    try await untilCancelled()
  }

  @MainActor
  private static func processorTime(ofQueued count: Int) async -> Double {
    let gate = Gate()
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      switch action {
      case -1: return .run { send in await send.perform(-2) }
      case -2:
        gate.open()
        return .run { _ in try await untilCancelled() }
      default: return queued
      }
    }
    store.send(-1)
    await gate.pass()
    let start = clock()
    for number in 0..<count { store.send(number) }
    #expect(store.runningTaskCount >= count)
    return Double(clock() - start)
  }

  @MainActor
  private static func processorTime(ofQueuedInOneProgram count: Int) async -> Double {
    let store = ScriptStore { (_: Int) -> EffectProgram<Int> in
      .merge((0..<count).map { _ in queued }).cancellable(id: "program")
    }
    let start = clock()
    store.send(1)
    #expect(store.runningTaskCount == count)
    return Double(clock() - start)
  }

  private static func processorTime(ofWaitForQueued count: Int) async -> Double {
    var machine = EffectTable.StateMachine<Int, Int>()
    let action = machine.open(parent: .none, isCounted: false)
    for number in 0..<count {
      _ = machine.launch(number, LaunchRequest(id: "queue", policy: .queue(limit: .max), position: .node(action)))
    }
    let other = LaunchRequest(position: .child(of: .none, isCounted: false))
    guard case .begins(let waiting, _)? = machine.launch(count, other).launch?.admission else { return 0 }
    let start = clock()
    let waits = machine.addWaiter(0, to: action, scope: .own, run: waiting)
    #expect(waits)
    return Double(clock() - start)
  }

  @MainActor
  private static func processorTime(ofSuspensions count: Int) async -> Double {
    let store = SuspendingStore { (action: Int) -> EffectProgram<Int> in
      guard action < 0 else {
        await Task { @MainActor in }.value
        return .none
      }
      return .merge((0..<count).map { .emit($0) })
    }
    let start = clock()
    await store.send(-1).value
    #expect(store.state.count == count + 1)
    return Double(clock() - start)
  }

  @MainActor
  private static func processorTime(ofCancelledWaits count: Int) async -> Double {
    let store = ScriptStore { (_: Int) -> EffectProgram<Int> in .task { try await untilCancelled() } }
    store.send(1)
    let waits = (0..<count).map { _ in Task { await store.settle() } }
    // After all of them have come as far as they can.
    await Task {}.value
    let start = clock()
    for wait in waits { wait.cancel() }
    for wait in waits { await wait.value }
    return Double(clock() - start)
  }
}
#endif
