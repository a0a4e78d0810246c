import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// Nested effects: as many levels as are promised run, and more are an issue.
@MainActor
@Suite struct DeepEffectTests {
  private let executor = TestExecutor()
  private let issues = IssueLog()

  /// An effect with the given number of levels around one that emits.
  private static func nested(_ levels: Int) -> EffectProgram<String> {
    var effect = EffectProgram<String>.sequence([.emit("leaf"), .emit("last")])
    for level in 1..<levels {
      switch level % 4 {
      case 0: effect = .sequence([effect, .cancel(id: "nothing")])
      case 1: effect = .merge([.cancel(id: "nothing"), effect])
      case 2: effect = effect.catch { _ in .none }
      default: effect = effect.onCancel { nil }
      }
    }
    return effect
  }

  private func makeStore() -> Store<Script> {
    let issues = issues
    let feature = Script(effects: { action, _ in Int(action).map { Self.nested($0) } ?? .none })
    return Store(
      feature: feature,
      initialState: [],
      options: StoreOptions(executor: executor, onIssue: { issues.record($0) })
    )
  }

  @Test(arguments: [1, EffectLimits.nesting, EffectLimits.programNesting])
  func `an effect nested up to the limit runs`(levels: Int) async {
    let store = makeStore()
    await store.send("\(levels)").value
    #expect(store.state == ["\(levels)", "leaf", "last"])
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: [EffectLimits.programNesting + 1, 10_000, 200_000])
  func `an effect nested beyond the limit is dropped, and the store continues`(levels: Int) async {
    let store = makeStore()
    await store.send("\(levels)").value
    #expect(store.state == ["\(levels)"])
    #expect(issues.all.count == 1)
    guard case .nestedTooDeep(limit: EffectLimits.programNesting)? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    await store.send("3").value
    #expect(store.state == ["\(levels)", "3", "leaf", "last"])
  }
}
