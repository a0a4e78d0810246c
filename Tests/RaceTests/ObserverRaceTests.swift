#if Exhaustive
import StoreCore
import Testing
import _StoreTestSupport

/// Observers are added and removed while several threads report events.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct ObserverRaceTests {
  /// Cancels one handle after another on a few threads.
  private func cancel(_ handles: [SendHandle], of count: Int = 3) async {
    await withTaskGroup { group in
      for thread in 0..<count {
        group.addTask { @concurrent in
          for index in stride(from: thread, to: handles.count, by: count) { handles[index].cancel() }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `events are in order and without gaps, whatever is cancelled, added or removed`(isAlwaysObserved: Bool) async {
    let check = OrderCheck()
    let observers: [any RuntimeObserver] = isAlwaysObserved ? [check] : []
    let store = ScriptStore(options: StoreOptions(observers: observers)) { (action: Int) -> EffectProgram<Int> in
      switch action % 4 {
      case 0: .task { try await untilCancelled() }
      case 1: .task { -1 }
      case 2: .run(EffectOptions(id: action % 5)) { $0(-1) }
      default: .none
      }
    }
    var guests: [OrderCheck] = []
    for round in 0..<100 {
      let observations = (0..<4).map { _ in
        let guest = OrderCheck(isComplete: false)
        guests.append(guest)
        return store.runtime.observe(guest)
      }
      let handles = (0..<30).map { store.send(round * 30 + $0) }
      let removing = Task { @concurrent in
        for observation in observations { observation.cancel() }
      }
      await cancel(handles)
      await removing.value
    }
    store.cancel(.all)
    await store.settle()
    #expect(guests.flatMap(\.problems) == [])
    #expect(check.problems == [])
    #expect(check.unfinished == 0)
    let isTold = check.count > 0
    #expect(isAlwaysObserved == isTold)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an observer may call its store from the thread that notifies it`() async {
    final class Caller: RuntimeObserver {
      let runtime = Locked<Runtime<Int>?>(nil)
      let handles = Locked<[SendHandle]>([])
      func receive(_ event: RuntimeEvent) {
        guard case .effectEnded = event.kind else { return }
        runtime.withLock { $0 }?.enqueue(-1)
        handles.withLock { $0.popLast() }?.cancel()
      }
    }
    let caller = Caller()
    let check = OrderCheck()
    let store = ScriptStore(options: StoreOptions(observers: [check, caller])) { (action: Int) -> EffectProgram<Int> in
      action < 0 ? .none : .task { try await untilCancelled() }
    }
    caller.runtime.withLock { $0 = store.runtime }
    for _ in 0..<50 {
      let handles = (0..<40).map { store.send($0) }
      caller.handles.withLock { $0 = Array(handles.prefix(20)) }
      await cancel(Array(handles.suffix(20)))
      store.cancel(.all)
    }
    await store.settle()
    caller.runtime.withLock { $0 = nil }
    let told = store.state.filter { $0 < 0 }
    #expect(told.count == 2_000)
    #expect(check.problems == [])
    #expect(check.unfinished == 0)
  }
}
#endif
