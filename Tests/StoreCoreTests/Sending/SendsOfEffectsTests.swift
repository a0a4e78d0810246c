import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The actions that effects send, and the actions to which these belong.
@MainActor
@Suite struct SendsOfEffectsTests {
  private let executor = TestExecutor()

  @Test func `an action that an effect sends while another is handled belongs to the effect's action`() async {
    let sender = Locked<Send<Int>?>(nil)
    let first = Gate()
    let second = Gate()
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (number: Int) -> EffectProgram<Int> in
      switch number {
      case 0:
        return .run { send in
          sender.withLock { $0 = send }
          await first.pass()
        }
      case 1:
        sender.withLock { $0 }?.send(2)
        return .none
      default:
        return .run { _ in await second.pass() }
      }
    }
    let handle = store.send(0)
    await store.settle()
    store.send(1)
    first.open()
    await store.settle()
    #expect(store.state == [0, 1, 2])
    #expect("\(handle)".contains("its effects are running"))
    second.open()
    await store.settle()
    #expect("\(handle)".hasPrefix("There is nothing to wait for"))
  }

  @Test func `in a sequential store no action waits for what a launched program has sent`() async {
    let gate = Gate()
    let store = ScriptStore(options: StoreOptions(executor: executor), ordering: .sequential) { (number: Int) in
      number == 1 ? EffectProgram<Int>.run { _ in await gate.pass() } : .none
    }
    store.launch(.run { send in send(1) })
    await store.settle()
    store.send(2)
    #expect(store.state == [1, 2])
    gate.open()
    await store.settle()
  }
}
