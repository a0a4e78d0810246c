import StoreCore
import Testing
import _StoreTestSupport

/// Chains of actions in a sequential store, whose effects send by the store itself.
@MainActor
@Suite struct SequentialChainTests {
  @Test func `actions that handlers send in the task of an effect count towards the limit`() async {
    let issues = IssueLog()
    let options = StoreOptions(clock: .still, onIssue: { issues.record($0) }, chainLimit: 100)
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options, ordering: .sequential) { action in
      if action < 1_000 { store?.send(action + 1) }
      return .none
    }
    await store?.launch(.runOnMainActor { _ in store?.send(1) }).value
    #expect(store?.state == Array(1...101))
    guard case .runawayChain = issues.all.first?.kind, issues.all.count == 1 else {
      Issue.record("\(issues.all)")
      return
    }
    store = nil
  }
}
