import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Who waits in a sequential store, who does not, and that all go on in the end.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct SequentialWaitTests {
  private struct Failure: Error {}

  /// The drain that is under way counts as due, so that the end of the effects wakes nobody.
  @Test func `an action whose effects end after the turn has looked lets the next one in`() async {
    let gate = Gate()
    let first = Mutex(SendHandle())
    // Issues that are found outside of handlers are told at the end of the turn; here of a drain, not of a send.
    let options = StoreOptions(executor: TestExecutor(), onIssue: { _ in first.withLock { $0 }.cancel() })
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options, ordering: .sequential) { action in
      guard action == 1 else { return .none }
      let failing = EffectProgram<Int>.task { throw Failure() }.catch { _ in
        store?.runtime.report(.other, "The end of the turn.")
        return .none
      }
      return .merge([.run { _ in await gate.pass() }, failing])
    }
    if let handle = store?.send(1) { first.withLock { $0 = handle } }
    await store?.send(2).value
    #expect(store?.state == [1, 2])
    gate.open()
    store = nil
  }
}
