import Foundation
import StoreCore
import Testing
import _StoreTestSupport

/// The cost of many waits and of many named programs: in a process of its own each, where nothing else works.
///
/// Eight times as many take eight times as long, and sixty-four times where each looks at all others.
@Suite struct ManyWaitsTests {
  @Test func `child tasks of one effect that each wait for an action`() async {
    await #expect(processExitsWith: .success) {
      let few = await ManyWaitsTests.processorTime(ofPerforms: 250)
      let many = await ManyWaitsTests.processorTime(ofPerforms: 2_000)
      #expect(many < few * 24, "\(few), \(many)")
    }
  }

  @Test func `handles of named programs that are cancelled one by one`() async {
    await #expect(processExitsWith: .success) {
      let few = await ManyWaitsTests.processorTime(ofCancels: 250)
      let many = await ManyWaitsTests.processorTime(ofCancels: 2_000)
      #expect(many < few * 24, "\(few), \(many)")
    }
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
}
