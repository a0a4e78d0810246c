import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// Nested effects: as many levels as are promised run, and more are an issue.
@MainActor
@Suite struct DeepEffectTests {
  @Test(arguments: [EffectLimits.nesting, EffectLimits.nesting + 1])
  func `an effect nested beyond the limit is dropped, and the store continues`(levels: Int) async {
    let issues = IssueLog()
    var effect = EffectProgram<String>.sequence([.emit("leaf"), .emit("last")])
    for level in 1..<levels {
      effect = level.isMultiple(of: 2) ? .merge([.cancel(id: "nothing"), effect]) : effect.catch { _ in .none }
    }
    let store = Store(
      feature: Script(effects: { [effect] action, _ in action == "start" ? effect : .none }),
      initialState: [],
      options: StoreOptions(executor: TestExecutor(), onIssue: { issues.record($0) })
    )
    await store.send("start").value
    await store.send("again").value
    let isDropped = levels > EffectLimits.nesting
    #expect(store.state == (isDropped ? ["start", "again"] : ["start", "leaf", "last", "again"]))
    #expect(issues.all.count == (isDropped ? 1 : 0))
  }
}
