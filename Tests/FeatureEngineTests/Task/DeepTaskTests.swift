import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Tasks that are nested: up to the promised depth they run, and deeper ones are an issue.
@MainActor
@Suite struct DeepTaskTests {
  /// A level of one of seven kinds, which does nothing of its own.
  private static func level(_ kind: Int, around task: ActionTask<String, Notes>) -> ActionTask<String, Notes> {
    switch kind {
    case 0: .merge(task, .cancel(id: "none"))
    case 1: .concatenate(.cancel(id: "none"), task)
    case 2: task.catch { _, state in state.count += 100 }
    case 3: task.priority(.high)
    case 4: task.cancellable(id: "all")
    case 5: task.onCancel { nil }
    default: task.delay(for: .zero)
    }
  }

  @Test(arguments: 0..<7, [EffectLimits.nesting, EffectLimits.nesting + 1, 20_000])
  func `a task nested beyond the limit is dropped, whatever its levels are`(index: Int, levels: Int) async {
    let issues = IssueLog()
    let script = Script(
      handler: ActionHandler { action, _ in
        guard action == "begin" else { return .send("never") }
        let task = ActionTask<String, Notes>.run { state in state.count += 1 }
        return (0..<levels).reduce(task) { task, _ in Self.level(index, around: task) }
      }
    )
    let store = Store(initialState: Notes(), feature: script, options: StoreOptions(onIssue: { issues.record($0) }))
    await store.send("begin").tree
    let isDropped = levels > EffectLimits.nesting
    #expect(store.state.count == (isDropped ? 0 : 1))
    #expect(store.runtime.table.nodeCount == 0)
    #expect(issues.all.count == (isDropped ? 1 : 0))
    #expect(issues.all.allSatisfy { $0.message.contains("more than 1000 levels") })
  }

  @Test func `an error goes to the innermost handler only`() async {
    let task = ActionTask<String, Notes>.run { _ in throw CocoaError(.fileNoSuchFile) }
    let script = Script(
      handler: ActionHandler { _, _ in
        (0..<EffectLimits.nesting).reduce(task) { task, _ in task.catch { _, state in state.count += 1 } }
      }
    )
    let store = Store(initialState: Notes(), feature: script)
    await store.send("begin").tree
    #expect(store.state.count == 1)
  }
}
