#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

/// Ends and cancels of effects, on any thread, let waiting effects begin.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct LaunchPolicyRaceTests {
  @Test(arguments: [1, 2])
  func `each queued effect begins at most once and in order, however cancels and ends race`(limit: Int) async {
    let check = OrderCheck(limit: limit)
    let begun = Counter()
    let store = ScriptStore(options: StoreOptions(observers: [check])) { (action: Int) -> EffectProgram<Int> in
      guard action >= 0 else { return .none }
      let options = EffectOptions(id: action % 3, policy: .atMost(limit, .oldestFirst))
      return action.isMultiple(of: 4)
        ? .task(options) {
          begun.add()
          return -1
        }.onCancel { -2 }
        : .task(options) {
          begun.add()
          return -1
        }
    }
    for _ in 0..<50 {
      let handles = (0..<48).map { store.send($0) }
      let cancellers = (0..<4).map { thread in
        Task { @concurrent in
          for index in stride(from: thread, to: handles.count, by: 8) { handles[index].cancel() }
        }
      }
      for handle in handles { await handle.value }
      for canceller in cancellers { await canceller.value }
      #expect(handles.filter { !$0.isFinished }.isEmpty)
    }
    await store.settle()
    #expect(check.problems == [])
    #expect(check.unfinished == 0)
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
    let handled = store.state.filter { $0 == -1 }.count
    #expect(begun.value >= handled)
  }

  @Test func `a store that is deallocated while its queue advances releases all queued effects`() async {
    final class Resource: Sendable {
      let released: Counter
      init(_ released: Counter) { self.released = released }
      deinit { released.add() }
    }
    let released = Counter()
    for round in 1...100 {
      let store = ScriptStore(Int.self)
      let handles = (0..<20).map { _ in
        let resource = Resource(released)
        return store.launch(
          .task(EffectOptions(id: "work", policy: .queue(limit: 20))) {
            defer { withExtendedLifetime(resource) {} }
            try await untilCancelled()
          }
        )
      }
      let canceller = Task { @concurrent in
        for handle in handles { handle.cancel() }
      }
      let waiter = Task { @concurrent in
        for handle in handles { await handle.value }
      }
      if round.isMultiple(of: 2) { await Task { @concurrent in }.value }
      _ = consume store
      await canceller.value
      await waiter.value
      await released.wait(for: round * 20)
    }
  }

  // The windows are as short as a turn of the pool.
  @Test(arguments: [ThrottleEdges.leading, .trailing, .both])
  func `throttle windows end while effects are launched, cancelled and ended`(edges: ThrottleEdges) async {
    let check = OrderCheck()
    let options = StoreOptions(observers: [check])
    let store = ScriptStore(options: options) { (action: Int) -> EffectProgram<Int> in
      guard action >= 0 else { return .none }
      let policies: [LaunchPolicy] = [.replace, .keepRunning, .queue(limit: 2), .concurrent]
      return EffectProgram.task(EffectOptions(policy: policies[action % 4])) { -1 }
        .throttle(id: action % 3, for: .nanoseconds(1), edges: edges)
    }
    for _ in 0..<100 {
      let handles = (0..<24).map { store.send($0) }
      let canceller = Task { @concurrent in
        for handle in handles.reversed() { handle.cancel() }
      }
      for handle in handles { await handle.value }
      await canceller.value
    }
    await store.settle()
    #expect(check.problems == [])
    #expect(check.unfinished == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a store that is deallocated while throttle windows end leaks nothing`() async {
    final class Resource: Sendable {
      let released: Counter
      init(_ released: Counter) { self.released = released }
      deinit { released.add() }
    }
    let released = Counter()
    for round in 1...200 {
      let store = ScriptStore(Int.self)
      for number in 0..<10 {
        let resource = Resource(released)
        store.launch(
          .task { withExtendedLifetime(resource) { number } }
            .throttle(id: number % 2, for: .nanoseconds(1), edges: .both)
        )
      }
      if round.isMultiple(of: 2) { await Task { @concurrent in }.value }
      _ = consume store
      await released.wait(for: round * 10)
    }
  }
}
#endif
