import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// What is handled, and what is left, while a handler suspends.
@MainActor
@Suite struct SuspendingHandlerOrderTests {
  @Test(arguments: [false, true])
  func `an effect that ended while a handler suspended goes with its store`(isSequential: Bool) async {
    final class Resource: Sendable {}
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let log = EventLog()
    weak var resource: Resource?
    weak var table: EffectTable?
    var store: SuspendingStore<Int>?
    do {
      let captured = Resource()
      resource = captured
      store = SuspendingStore(
        options: StoreOptions(executor: executor, observers: [log]),
        ordering: isSequential ? .sequential : .concurrent
      ) { action in
        guard action == 0 else {
          try? await clock.sleep(for: .seconds(1))
          return .none
        }
        let effect = EffectProgram<Int>.task(EffectOptions(id: "work")) { withExtendedLifetime(captured) { 1 } }
        return .merge([effect, .sequence([.run { send in send(2) }, .task { 3 }]), .emit(4)])
      }
    }
    store?.send(0)
    await executor.settle()
    table = store?.runtime.table
    #expect(store?.state == [0])
    #expect(store?.runningTaskCount == 2, "both have ended, and nobody can say so before the handler returns")
    store = nil
    await executor.settle()
    #expect(resource == nil)
    #expect(table == nil)
    #expect(log.events("drained").count == 2)
  }
}
