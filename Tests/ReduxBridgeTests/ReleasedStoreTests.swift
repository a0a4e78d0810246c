import CombineShim
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// Stores without an owner, which debug builds report.
@MainActor
@Suite struct ReleasedStoreTests {
  private let issues = IssueLog()

  private func makeStore(observers: [any RuntimeObserver] = []) -> Store<Script> {
    let issues = issues
    let feature = Script(effects: { action, _ in
      action == "load" ? .run(EffectOptions(id: "load")) { _ in try await untilCancelled() } : .none
    })
    let options = StoreOptions(name: "feed", observers: observers, onIssue: { issues.record($0) })
    return Store(feature: feature, initialState: [], options: options)
  }

  @Test func `a store without an owner is reported, with the place of the send`() throws {
    let line = UInt(#line) + 1
    makeStore().send("load")
    guard isDebugBuild else { return }
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .storeReleased(let effects) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(effects == ["the effect 'load'"])
    #expect(issue.location?.line == line)
  }

  /// The use of a store before it is released.
  @Test(arguments: [
    "nothing launched", "read", "read by its name", "told of changes", "subscribed", "published", "counted", "actions",
    "observed",
  ])
  func `a store that was used in other ways, or launched nothing, may be released at any time`(look: String) {
    var store: Store<Script>? = makeStore(observers: look == "observed" ? [RecordedEvents()] : [])
    store?.send(look == "nothing launched" ? "other" : "load")
    switch look {
    case "read": #expect(store?.state == ["load"])
    case "read by its name": #expect(store?.count == 1)
    case "told of changes": _ = store?.objectWillChange
    case "subscribed": store?.subscribe { _ in }
    case "published": _ = store?.publisher(for: \.count).sink { @Sendable _ in }
    case "counted": #expect(store?.runningTaskCount == 1)
    case "actions": _ = store?.actions
    default: break
    }
    store = nil
    #expect(issues.all.isEmpty)
  }

  @Test func `a store that outlives the turn may be released at any time`() async {
    var store: Store<Script>? = makeStore()
    store?.send("load")
    await Task.detached { @MainActor in }.value
    store = nil
    #expect(issues.all.isEmpty)
  }

  private struct Waiting: FeatureType {
    let gate: Gate

    func reduce(into state: inout [String], action: String) async {
      await gate.pass()
      state.append(action)
    }
  }

  @Test func `a store without an owner whose reduce has suspended is reported, too`() throws {
    let gate = Gate()
    let issues = issues
    let options = StoreOptions(onIssue: { issues.record($0) })
    let line = UInt(#line) + 1
    Store(feature: Waiting(gate: gate), initialState: [], options: options).send("load")
    gate.open()
    guard isDebugBuild else { return }
    let issue = try #require(issues.all.first)
    guard case .storeReleased(["the action 'load'"]) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(issue.location?.line == line)
  }
}
